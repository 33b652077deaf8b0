"""The rule of the Royal Game of Ur in C; the rules of the game are in `royal_game_of_ur.py`.

The path of a player has squares 1 to 14: a set of squares is a number with a bit for each. Both
players share squares 5 to 12. A state is seen by who moves ("me"); the other one is "them". PIECES
is how many each player has.

The index of a state counts, from the left: its layer, by the pieces that are home; the shared
squares; my pieces on squares of my own; theirs on theirs. Every index is a state.
"""

RULE = """
#include <stdint.h>

#define WON (INT64_C(1) << 62)
#define SHARED 8
#define CODES 6561             /* three to the number of shared squares */
#define LANE 6                 /* squares of one player alone: 1 to 4, 13 and 14 */
#define SAFE 8
#define OFF 15
#define ROSETTES (1 << 4 | 1 << 8 | 1 << 14)

typedef struct { int64_t index; int home[2], set[2], code; } state;

/* A lane is a set of LANE squares; those of at most k squares are numbered, ascending. */
static uint8_t lane_number[PIECES + 1][1 << LANE], lane_set[PIECES + 1][1 << LANE];
static int32_t lanes[PIECES + 1];
/* A code of the shared squares has a digit for each: 0 free, 1 mine, 2 theirs. */
static uint16_t digits[1 << SHARED];
static uint8_t ones[1 << SHARED];
static uint8_t shared_set[CODES][2];
/* Where the states of a code begin among those of a layer, by the pieces that are not home yet. */
static int32_t begins[PIECES + 1][PIECES + 1][CODES + 1];
/* Where the layer begins in which I have a pieces home, and they b; the layers in their order. */
static int64_t layer_begins[PIECES][PIECES];
static int layer_home[PIECES * PIECES][2];
/* The groups: a layer and the one with the players exchanged. */
int64_t groups[PIECES * (PIECES + 1) / 2 + 1];
int64_t start;

static int lane(int set) { return (set >> 1 & 15) | (set >> 9 & 48); }
static int shared(int set) { return set >> 5 & 255; }

static int64_t number(int my_home, int their_home, int mine, int theirs) {
    int m = PIECES - my_home, t = PIECES - their_home;
    int code = digits[shared(mine)] + 2 * digits[shared(theirs)];
    int my_rest = m - ones[shared(mine)];
    int their_rest = t - ones[shared(theirs)];
    return layer_begins[my_home][their_home] + begins[m][t][code]
         + lane_number[my_rest][lane(mine)] * lanes[their_rest]
         + lane_number[their_rest][lane(theirs)];
}

__attribute__((constructor)) static void prepare(void) {
    for (int k = 0; k <= PIECES; k++)
        for (int set = 0; set < 1 << LANE; set++)
            if (__builtin_popcount(set) <= k) {
                lane_set[k][lanes[k]] = set;
                lane_number[k][set] = lanes[k]++;
            }
    for (int code = 0; code < CODES; code++)
        for (int k = 0, left = code; k < SHARED; k++, left /= 3)
            if (left % 3) shared_set[code][left % 3 - 1] |= 1 << k;
    for (int set = 0; set < 1 << SHARED; set++)
        for (int k = SHARED - 1; k >= 0; k--) {
            digits[set] = 3 * digits[set] + (set >> k & 1);
            ones[set] += set >> k & 1;
        }
    for (int m = 1; m <= PIECES; m++)
        for (int t = 1; t <= PIECES; t++)
            for (int code = 0; code < CODES; code++) {
                int my_rest = m - ones[shared_set[code][0]];
                int their_rest = t - ones[shared_set[code][1]];
                int count = my_rest < 0 || their_rest < 0 ? 0 : lanes[my_rest] * lanes[their_rest];
                begins[m][t][code + 1] = begins[m][t][code] + count;
            }
    int64_t next = 0;
    int group = 0, layer = 0;
    for (int both = 0; both <= 2 * PIECES - 2; both++)
        for (int a = both; 2 * a >= both; a--) {
            if (a >= PIECES || both - a >= PIECES) continue;
            groups[group++] = next;
            for (int k = 0; k < 1 + (2 * a > both); k++) {
                int mine = k ? both - a : a, theirs = both - mine;
                layer_begins[mine][theirs] = next;
                layer_home[layer][0] = mine, layer_home[layer++][1] = theirs;
                next += begins[PIECES - mine][PIECES - theirs][CODES];
            }
        }
    groups[group] = next;
    start = number(0, 0, 0, 0);
}

/* Decode a state; s is another one, which is close by more often than not. */
void state_of(int64_t index, state *s) {
    int layer = 0;
    while (layer + 1 < PIECES * PIECES
           && index >= layer_begins[layer_home[layer + 1][0]][layer_home[layer + 1][1]]) layer++;
    s->index = index;
    s->home[0] = layer_home[layer][0], s->home[1] = layer_home[layer][1];
    int32_t place = index - layer_begins[s->home[0]][s->home[1]];
    const int32_t *first = begins[PIECES - s->home[0]][PIECES - s->home[1]];
    if (place < first[s->code] || place >= first[s->code + 1]) {
        int low = 0, high = CODES;
        while (high - low > 1) {   /* the last code that begins at or before the place */
            int middle = (low + high) / 2;
            if (first[middle] <= place) low = middle; else high = middle;
        }
        s->code = low;
    }
    const uint8_t *sets = shared_set[s->code];
    unsigned lane_place = place - first[s->code];
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
