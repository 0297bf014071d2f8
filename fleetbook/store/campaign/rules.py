"""The rules of a campaign, with the rule systems that are installed."""

from __future__ import annotations

from fleetbook.rules import RULE_SYSTEMS
from fleetbook.rules.campaign.ruleset import CampaignRules
from fleetbook.store.catalogue import ruleset

RULESET = CampaignRules(ruleset, RULE_SYSTEMS)
