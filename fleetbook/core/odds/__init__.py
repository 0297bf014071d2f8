"""The odds of orders, from the rules themselves: exact where the effort allows, otherwise sampled and labelled.

What is computed: the joint distribution of all that orders may change or tally. It is a *tracing compiler*. An order is never
described to it: it is run, and what it asks becomes a decision tree that serves every state which gives the same answers.

The tree (``tree``, ``tracer``). A rule is a generator. All that it can learn is what it is answered, so after the same answers it
does the same. A node is an order with the answers so far. A ReadNode asks for a fact and has a branch for each value that was
met; a ThrowNode throws and has a branch for each distinct *answer*, not for each face, with its probability; a CallNode gives
other orders, then perhaps goes on. The tracer runs the generator anew along the known answers and finds the next question.

Packed states (``packing``). A state is a whole number, 0 at the start: each fact or tally that varies has some bits, which say
how it differs. Equal states are equal numbers. A field starts with eight bits and gets more where they overflow.

Updates that need no reading (``updates``). To set a fact, to add to it, to strike boxes, to tally: none of them tells the rule
what was there. They stay symbols, are composed, and are carried out on many states at once. Notes are not even looked for.

Merging of tails (``tails``). After twelve depths of a hit the same critical is thrown. Where what follows does not go by the
throw, its branches go on to one node; equal continuations are found by hashing.

The worklist (``exact``). From lists of nodes still due to the probabilities of packed states. The longest list goes first: all
that joins a shorter one has come together by then. Before and after each order inside an order equal states are one, however
they came about. A list may come round to itself, as where a tie is thrown again: its probability is then followed to 1e-15.

Liveness and restart (``liveness``). Facts that no order still due reads, and nobody wants in the end, are masked away. What
orders read is found out on the way, from one order for all of its kind. Where one reads a fact that was masked already, the
walk starts again and knows better; the tree stays.

Figures apart (``figures``, ``card_odds``). Nobody reads a joint distribution of twenty facts. Where it would be large, each
tally, each track and each ship's card is walked for itself: the other facts go stale as soon as they are read for the last time.
This is also what counts alike mounts and boxes as one: to the hits it does not matter which of them are out, only what the rules
ask. One tree serves all the walks.

An example. A volley gives two shots; a shot hits on 5 or 6 and gives a hit; a hit strikes a hull box (2 of 3) or lights a fire (1
of 3). In 81sts, by what is due and then by state:

    volley        none 81
    shot, shot    none 81
    hit, shot     none 27              while ``shot: none 54`` waits, being shorter
    shot          none 54, hull-1 18, fire 9          asked nothing, so one pass moves all three
    hit           none 18, hull-1 6, fire 3
    (nothing)     none 36, hull-1 24, fire 12, hull-2 4, hull-1 and fire 4, two fires 1

Five moves and seven questions instead of 324 throws; after the first shot nobody remembers how a state came about.

When it samples (``effort``, ``sampling``). Past a budget of states moved, or 60 throws of one order on one way. It plays at most
10,000 times, which puts each figure within one point. Where a play costs much it plays less often, so that nobody waits for the
odds, and tells the larger error. Plays go through the tree too, all together, from list to list: a play costs what its own throws
cost, and no rule runs twice for the same answers. Plays that found out what is read count with the others. At most some hundred
cards are drawn, those of the likeliest outcomes first.

What bounds it (``effort``). Work is counted, not timed, so the same odds are found on every machine. Each question charges a
meter with the states that it moves, and each rule that is run with its effects, before more is done. What the exact computation
cost in vain comes off the plays; a round of plays that there is no room for is given up. The ships share the cards.

Why not simpler: a distribution over states, with each order inside an order remembered by what it read, needs no tree. But then
the rules run for each face and for each combination of facts read, and no fact goes stale: of the broadside of eleven guns
163,000 states are kept where the figures apart need 1,300.

Proofs. ``tests/core/test_walk_exact.py`` holds the walk against every face of every die (``fleetbook.testing.oracle``), for drawn
programs (``scripts.py``) and for named traps; ``test_updates.py`` the updates; ``test_odds.py`` budget, sampling and overflow;
each rule system's ``test_odds*.py`` a computation of its own; ``tests/bench`` prints the times.
"""

from fleetbook.core.odds.card_odds import Word
from fleetbook.core.odds.distribution import Distribution, JointDistribution, Outcome, TallyKey, mean, tallied
from fleetbook.core.odds.effort import BudgetExceeded, Effort
from fleetbook.core.odds.figures import OrderOdds, improving_odds, joint_odds, order_odds
from fleetbook.core.odds.liveness import Keep

__all__ = [
    "BudgetExceeded",
    "Distribution",
    "Effort",
    "JointDistribution",
    "Keep",
    "OrderOdds",
    "Outcome",
    "TallyKey",
    "Word",
    "improving_odds",
    "joint_odds",
    "mean",
    "order_odds",
    "tallied",
]
