"""The rule of the Royal Game of Ur in C; the rules of the game are in `royal_game_of_ur.py`.

The path of a player has squares 1 to 14: a set of squares is a number with a bit for each. Both
players share squares 5 to 12. A state is seen by who moves ("me"); the other one is "them". PIECES
is how many each player has.

The index of a state counts, from the left: its group, by the pieces that are home; the shared
squares, and which layer of the group; my pieces on squares of my own; theirs on theirs. Every index
is a state. States of both layers alternate, and those come first whose pieces have far to go: so
most moves raise the index, also when they pass the turn.
"""

RULE = """
#include <stdint.h>

#define WON (INT64_C(1) << 62)
#define SHARED 8
#define CODES 6561             /* three to the number of shared squares */
#define LANE 6                 /* squares of one player alone: 1 to 4, 13 and 14 */
#define SAFE 8
#define OFF 15
#define GROUPS (PIECES * (PIECES + 1) / 2)
#define ROSETTES (1 << 4 | 1 << 8 | 1 << 14)

typedef struct { int64_t index; int home[2], set[2], group, block; } state;

/* A lane is a set of LANE squares; those of at most k squares are numbered, ascending. */
static uint8_t lane_number[PIECES + 1][1 << LANE], lane_set[PIECES + 1][1 << LANE];
static int32_t lanes[PIECES + 1];
/* A code of the shared squares has a digit for each: 0 free, 1 mine, 2 theirs. */
static uint16_t digits[1 << SHARED];
static uint8_t ones[1 << SHARED];
static uint8_t shared_set[CODES][2];
/* Codes in the order of how far pieces have come: most moves go up, and values settle soon. */
static uint16_t ordered[CODES];
/* A group is a layer, and the one with the players exchanged: where groups begin, and the pieces
   that are home in their first layer.  In a group the states of a code are blocks, one in each
   layer: where they begin in the group, in their order; and by the pieces that are not home. */
int64_t groups[GROUPS + 1];
static int group_home[GROUPS][2], group_of[PIECES][PIECES];
static int32_t blocks[GROUPS][2 * CODES + 1], begins[PIECES + 1][PIECES + 1][CODES];
int64_t start;

static int lane(int set) { return (set >> 1 & 15) | (set >> 9 & 48); }
static int shared(int set) { return set >> 5 & 255; }

static int64_t number(int my_home, int their_home, int mine, int theirs) {
    int m = PIECES - my_home, t = PIECES - their_home;
    int code = digits[shared(mine)] + 2 * digits[shared(theirs)];
    int my_rest = m - ones[shared(mine)], their_rest = t - ones[shared(theirs)];
    return groups[group_of[my_home][their_home]] + begins[m][t][code]
         + lane_number[my_rest][lane(mine)] * lanes[their_rest]
         + lane_number[their_rest][lane(theirs)];
}

/* How far the pieces on the shared squares have come. */
static int progress(int code) {
    int sum = 0;
    for (int k = 0; k < SHARED; k++)
        sum += ((shared_set[code][0] >> k & 1) + (shared_set[code][1] >> k & 1)) * (k + 5);
    return sum;
}

/* Number the blocks of a group, whose first layer has so many pieces home; return its states. */
static int32_t number_blocks(int group, int my_home, int their_home) {
    int32_t next = 0;
    int sides = 1 + (my_home != their_home);
    group_home[group][0] = my_home, group_home[group][1] = their_home;
    group_of[my_home][their_home] = group_of[their_home][my_home] = group;
    for (int block = 0; block < sides * CODES; block++) {
        int code = ordered[block / sides], exchanged = block % sides;
        int m = PIECES - (exchanged ? their_home : my_home);
        int t = PIECES - (exchanged ? my_home : their_home);
        int my_rest = m - ones[shared_set[code][0]], their_rest = t - ones[shared_set[code][1]];
        blocks[group][block] = begins[m][t][code] = next;
        if (my_rest >= 0 && their_rest >= 0) next += lanes[my_rest] * lanes[their_rest];
    }
    blocks[group][sides * CODES] = next;
    return next;
}

__attribute__((constructor)) static void prepare(void) {
    for (int k = 0; k <= PIECES; k++)
        for (int set = 0; set < 1 << LANE; set++)
            if (__builtin_popcount(set) <= k) {
                lane_set[k][lanes[k]] = set;
                lane_number[k][set] = lanes[k]++;
            }
    for (int set = 0; set < 1 << SHARED; set++)
        for (int k = SHARED - 1; k >= 0; k--) {
            digits[set] = 3 * digits[set] + (set >> k & 1);
            ones[set] += set >> k & 1;
        }
    for (int code = 0; code < CODES; code++)
        for (int k = 0, left = code; k < SHARED; k++, left /= 3)
            if (left % 3) shared_set[code][left % 3 - 1] |= 1 << k;
    for (int sum = 0, next = 0; next < CODES; sum++)
        for (int code = 0; code < CODES; code++)
            if (progress(code) == sum) ordered[next++] = code;
    int group = 0;
    for (int both = 0; both <= 2 * PIECES - 2; both++)
        for (int a = both; 2 * a >= both; a--)
            if (a < PIECES && both - a < PIECES) {
                groups[group + 1] = groups[group] + number_blocks(group, a, both - a);
                group++;
            }
    start = number(0, 0, 0, 0);
}

/* Decode a state; s is another one, which is close by more often than not. */
void state_of(int64_t index, state *s) {
    int group = s->group;
    if (index < groups[group] || index >= groups[group + 1])
        for (group = 0; index >= groups[group + 1]; group++);
    int sides = 1 + (group_home[group][0] != group_home[group][1]);
    int32_t place = index - groups[group];
    const int32_t *first = blocks[group];
    int low = s->block, high = sides * CODES;
    if (low >= high || place < first[low] || place >= first[low + 1]) {
        low = 0;
        while (high - low > 1) {   /* the last block that begins at or before the place */
            int middle = (low + high) / 2;
            if (first[middle] <= place) low = middle; else high = middle;
        }
    }
    const uint8_t *sets = shared_set[ordered[low / sides]];
    int exchanged = low % sides;
    s->index = index, s->group = group, s->block = low;
    s->home[0] = group_home[group][exchanged], s->home[1] = group_home[group][!exchanged];
    unsigned lane_place = place - first[low];
    int my_rest = PIECES - s->home[0] - ones[sets[0]];
    int their_rest = PIECES - s->home[1] - ones[sets[1]];
    int mine = lane_set[my_rest][lane_place / (unsigned)lanes[their_rest]];
    int theirs = lane_set[their_rest][lane_place % (unsigned)lanes[their_rest]];
    s->set[0] = (mine & 15) << 1 | (mine & 48) << 9 | sets[0] << 5;
    s->set[1] = (theirs & 15) << 1 | (theirs & 48) << 9 | sets[1] << 5;
}

/* All rolls of a state are asked for one after the other: it is decoded once. */
static _Thread_local state last = {-1};

int64_t moves(int64_t index, int64_t roll, int64_t *options, int64_t room, void *data) {
    if (last.index != index) state_of(index, &last);
    int my_home = last.home[0], their_home = last.home[1], mine = last.set[0], theirs = last.set[1];
    int waiting = my_home + ones[shared(mine)] + ones[lane(mine)] < PIECES;
    int from = mine | waiting, blocked = mine | (theirs & 1 << SAFE);
    int reached = roll ? from << roll & ~blocked & ((1 << (OFF + 1)) - 2) : 0;
    int64_t count = 0;
    for (; reached; reached &= reached - 1) {
        int to = __builtin_ctz(reached), left = (mine ^ 1 << (to - roll)) & ~1;
        if (to == OFF) {
            options[count++] = my_home + 1 == PIECES ? WON
                             : ~number(their_home, my_home + 1, theirs, left);
            continue;
        }
        int after = left | 1 << to, hit = to >= 5 && to <= 12 ? 1 << to : 0;
        options[count++] = ROSETTES >> to & 1 ? number(my_home, their_home, after, theirs & ~hit)
                         : ~number(their_home, my_home, theirs & ~hit, after);
    }
    if (!count) options[count++] = ~number(their_home, my_home, theirs, mine);
    return count;
}
"""
