"""The odds of orders, computed from the rules themselves. They are exact if the effort allows it, otherwise sampled and labelled.

The result is the joint distribution of everything that orders may change or tally. This room is a *tracing compiler*. No order is
described to it. It runs an order, and each question of the order becomes a node of a decision tree. States with the same answers
share the tree.

The tree (``tree``, ``tracer``). A rule is a generator. It learns nothing but its answers, so after the same answers it does the
same. A node is an order with the answers so far. A ReadNode asks for a fact and has a branch for each value so far. A ThrowNode
throws dice and has a branch for each distinct *answer*, not for each face, with its probability. A CallNode gives other orders,
then perhaps goes on. The tracer runs the generator again along the known answers and finds the next question.

Packed states (``packing``). A state is a whole number, 0 at the start. Each fact or tally that varies has some bits for its
difference. Equal states are equal numbers. A field starts with eight bits and gets more if they overflow.

Updates that need no reading (``updates``). Setting a fact, adding to it, striking boxes and tallying all leave the rule without
the old value. They stay symbols, are composed, and apply to many states at once. Notes are ignored.

Merging of tails (``tails``). A hit at any of twelve depths throws the same critical. If the rest does not depend on the throw,
its branches share one node. Hashing finds equal continuations.

The worklist (``exact``). It leads from lists of due nodes to the probabilities of packed states. The longest list goes first:
everything that joins a shorter one has then come together. Equal states are merged before and after each order inside an order.
A list may return to itself, as for a tie that is thrown again. It is then followed down to a probability of 1e-15.

Liveness and restart (``liveness``). Some facts are read by no due order and wanted by nobody in the end. They are masked away.
The walk finds out on the way what orders read, and takes one order for all of its kind. If an order reads a masked fact, the walk
starts again and knows better. The tree stays.

Figures apart (``figures``, ``card_odds``). Nobody reads a joint distribution of twenty facts. If it would be large, each tally,
each track and each ship's card is walked alone. The other facts become stale after their last reading. Alike mounts and boxes
then count as one: the hits depend only on facts that the rules ask for, not on which mounts are out. All walks share one tree.

An example. A volley gives two shots. A shot hits on 5 or 6 and gives a hit. A hit strikes a hull box (2 of 3) or lights a fire
(1 of 3). In 81sts, by the due orders and then by state:

    volley        none 81
    shot, shot    none 81
    hit, shot     none 27              while ``shot: none 54`` waits, being shorter
    shot          none 54, hull-1 18, fire 9          asked nothing, so one pass moves all three
    hit           none 18, hull-1 6, fire 3
    (nothing)     none 36, hull-1 24, fire 12, hull-2 4, hull-1 and fire 4, two fires 1

Five moves and seven questions replace 324 throws. After the first shot nobody remembers the way to a state.

When it samples (``effort``, ``sampling``). It samples past a budget of moved states, or past 60 throws of one order on one way.
It plays at most 10,000 times, which puts each figure within one point. Costly plays are made less often, so that nobody waits
for the odds, and the larger error is shown. Plays go through the tree too, all together, from list to list. A play costs only its
own throws, and no rule runs twice for the same answers. Plays that found out the reads of orders count with the others. At most
some hundred cards are drawn, those of the likeliest outcomes first.

Its bounds (``effort``). Work is counted, not timed, so every machine finds the same odds. Each question charges a meter with the
states that it moves. Each run of a rule charges it with its effects. A failed exact computation is charged to the plays. A round
of plays without room is given up. The ships share the cards.

Why not simpler? A distribution over states could remember each inner order by its reads, without a tree. But then the rules run
for each face and for each combination of facts read, and no fact becomes stale. A broadside of eleven guns then keeps 163,000
states; the figures apart need 1,300.

Proofs. ``tests/core/test_walk_exact.py`` holds the walk against every face of every die (``fleetbook.testing.oracle``). It does
so for drawn programs (``scripts.py``) and for named traps. ``test_updates.py`` proves the updates, ``test_odds.py`` proves the
budget, sampling and overflow. Each rule system's ``test_odds*.py`` has its own computation. ``tests/bench`` prints the times.
"""

from fleetbook.core.odds.card_odds import CardWord
from fleetbook.core.odds.distribution import Distribution, JointDistribution, Outcome, TallyKey, mean, tallied
from fleetbook.core.odds.effort import BudgetExceeded, Effort
from fleetbook.core.odds.figures import OrderOdds, improving_odds, joint_odds, order_odds
from fleetbook.core.odds.liveness import Keep

__all__ = [
    "BudgetExceeded",
    "CardWord",
    "Distribution",
    "Effort",
    "JointDistribution",
    "Keep",
    "OrderOdds",
    "Outcome",
    "TallyKey",
    "improving_odds",
    "joint_odds",
    "mean",
    "order_odds",
    "tallied",
]
