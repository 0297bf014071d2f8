"""The odds of orders, computed from the rules themselves. They are exact if that takes little enough work. Otherwise they are
estimated from samples and labelled so.

The result is the joint distribution of all facts and counts that the orders may change. The package is a *tracing compiler*:
rules give it no description of an order. It runs the code of the order. Each question that the code asks becomes a node of a
decision tree. All states of the battle share this tree.

The tree (``tree``, ``tracer``). The code of a rule is a generator. It knows nothing of the battle but the answers to its
questions, and after the same answers it always does the same. So a node stands for an order and the answers so far. A ReadNode
asks for a fact, with a branch for each value seen so far. A ThrowNode throws dice, with a branch for each distinct *answer* (not
each face) and its probability. A CallNode runs other orders; after them the order may go on. To find the next question of a node,
the tracer runs the generator again with the known answers.

Packed states (``packing``). A state is a whole number, and the state at the start is 0. Each fact or count that varies has a few
bits of the number, for its difference from the start. Equal states are equal numbers. A field has eight bits at first, and gets
more if its values overflow.

Updates (``updates``). A rule does not learn the old value when it sets a fact, adds to a number, strikes off boxes or counts.
Such updates are combined, and then applied to many states at once. Notes are ignored.

Merging (``tails``). A torpedo that hits at any of twelve depths leads to the same throw for a critical hit. If the rest of an
order does not depend on a throw, the branches of the throw share one node. Equal remainders are found by their hashes.

The worklist (``exact``). It maps lists of nodes that are still to be done to the probabilities of packed states. The longest list
is done first. So when a shorter list is done, all states that reach it are there together. Equal states are merged before and
after each part of an order. A list may lead back to itself: a tie is thrown again, for example. Such a list is followed until its
probability falls below 1e-15.

Liveness (``liveness``). A fact is removed from the states if no remaining order reads it and the result does not need it. The
computation learns on the way which facts orders read, and expects all orders of a class to read the same facts. If an order reads
a fact that was removed, the computation starts again and keeps this fact. The tree stays.

Separate figures (``figures``, ``card_odds``). Nobody reads a joint distribution of twenty facts. If that distribution would be
large, each count, each track and each ship's card is computed separately. All other facts are removed as soon as no remaining
order reads them. Equal mounts and boxes then count as one: the number of hits depends only on facts that the rules read, not on
which mounts are out. All computations share one tree.

An example. A volley gives two shots. A shot hits on 5 or 6. A hit strikes off a box of the hull (2 of 3) or starts a fire (1 of
3). Each line has the parts still to be done, then the states with their probabilities in 81sts:

    volley        none 81
    shot, shot    none 81
    hit, shot     none 27              while ``shot: none 54`` waits, being shorter
    shot          none 54, hull-1 18, fire 9          asked nothing, so one pass moves all three
    hit           none 18, hull-1 6, fire 3
    (nothing)     none 36, hull-1 24, fire 12, hull-2 4, hull-1 and fire 4, two fires 1

Five passes and seven questions replace 324 throws. After the first shot it no longer matters how a state came about.

Sampling (``effort``, ``sampling``). The odds are sampled if the exact computation exceeds its budget, or if an order throws dice
more than 60 times. Up to 10,000 plays are made, so that each percentage is within one point. If plays are costly, fewer plays are
made, so that nobody waits. The odds then show their larger error. The plays move through the same tree together. So a play costs
only its own throws, and the code of a rule never runs twice for the same answers. Plays that were made to learn which facts
orders read are counted with the others. Cards are made for some hundred outcomes at most, the likeliest first.

Limits (``effort``). Work is counted, not timed, so that every machine finds the same odds. Each question adds the number of
states that it moves. Each run of a rule adds the number of its effects. If an exact computation exceeds its budget, its work is
subtracted from the budget of the plays. A round of plays that exceeds this budget is dropped. All ships share one limit on cards.

Why not simpler? Without a tree, a distribution over states could store the outcome of each part by the facts that it reads. But
then the rules run for each face and for each combination of facts read, and no fact is ever removed. A broadside of eleven guns
then has 163,000 states. Figures that are computed separately need 1,300.

Tests. ``tests/core/test_walk_exact.py`` compares the exact odds with every face of every die (``fleetbook.testing.oracle``), for
random programs (``scripts.py``) and for difficult cases. ``test_updates.py`` tests the updates; ``test_odds.py`` tests budget,
sampling and overflow. The ``test_odds*.py`` of each rule system computes its odds in another way. ``tests/bench`` prints the
times.
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
