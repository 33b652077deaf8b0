"""The moves of Sprouts in C: from the text of a land to what each line leaves of it.

It follows `LANDS` of `_sprouts.py` in one source.
"""

MOVES = """
// -- lines ----------------------------------------------------------------------------------------

// The land that is asked about, and the options found so far, one after another in `found`.
static plane given;
static byte spots[TOKENS], lines[SPOTS], met[SPOTS], *found, *answer;
static int named;
static text *options_found;
static size_t *begins, count, room, used, bytes;

static void read_land(const char *land) {
    int letter[128] = {0}, tokens = 0, rows = 0;
    const byte *begin = spots;
    memset(met, 0, sizeof met);
    named = given.regions = given.first[0] = 0;
    for (; *land; land++) {
        if (*land == '}') given.first[++given.regions] = rows;
        else if (*land == '.') {
            given.rows[rows++] = (text){begin, (int)(spots + tokens - begin)};
            begin = spots + tokens;
        } else {
            int *name = letter + *land;
            int spot = *land >= 'A' && *name ? *name - 1 : named++;
            lines[spot] = *land >= 'A' ? 2 : *land - '0';
            *name = spot + 1;
            met[spot]++;
            spots[tokens++] = spot;
        }
    }
}

static void keep(const plane *p, int first, int second) {
    static remains left;
    memcpy(left.lines, lines, sizeof lines);
    left.lines[first]++;
    left.lines[second]++;
    left.lines[named] = 2;
    left.next = named + 1;
    add_regions(&left, p);
    if (used + 2 * TOKENS > bytes) found = realloc(found, bytes = 2 * bytes + 4 * TOKENS);
    if (count == room) {
        room = 2 * room + 1024;
        begins = realloc(begins, room * sizeof *begins);
        options_found = realloc(options_found, room * sizeof *options_found);
    }
    begins[count++] = used;
    used += settled(&left, found + used);
}

// Whether one row can take the place of another: spots met twice have the other place in them.
static int is_alike(text a, text b) {
    for (int i = 0; i < a.n; i++) {
        int x = a.at[i], y = b.at[i], other = -1, same = -2;
        if (a.n != b.n || lines[x] != lines[y] || met[x] != met[y]) return 0;
        if (met[x] < 2) continue;
        for (int j = 0; j < a.n; j++) {
            if (j != i && a.at[j] == x) other = j;
            if (j != i && b.at[j] == y) same = j;
        }
        if (other != same) return 0;
    }
    return a.n == b.n;
}

// A region: its rows, the group of rows that are alike that each is in, which of the group it is,
// and how many each group has.
typedef struct {
    const text *rows;
    int n, group[ROWS], nth[ROWS], groups, size[ROWS];
} region;

static void read_region(region *g, int r) {
    g->rows = given.rows + given.first[r];
    g->n = given.first[r + 1] - given.first[r];
    g->groups = 0;
    for (int b = 0; b < g->n; b++) {
        int like = 0;
        while (like < b && !is_alike(g->rows[like], g->rows[b])) like++;
        g->group[b] = like < b ? g->group[like] : g->groups++;
        if (like == b) g->size[g->group[b]] = 0;
        g->nth[b] = g->size[g->group[b]]++;
    }
}

// Copy the spots of a row from one place round to another.
static byte *walk(byte *to, text row, int from, int until) {
    for (; from != until; from = (from + 1) % row.n) *to++ = row.at[from];
    *to++ = row.at[until];
    return to;
}

// A line from a row to another one: both become one.
static void join(plane *now, const region *g, int k, int i, int m, int j) {
    byte fresh[TOKENS], *to = fresh;
    int rows = now->first[now->regions];
    for (int c = 0; c < g->n; c++)
        if (c != k && c != m) now->rows[rows++] = g->rows[c];
    for (int side = 0; side < 2; side++) {
        text row = g->rows[side ? m : k];
        int at = side ? j : i;
        to = walk(to, row, at, (at + row.n - 1) % row.n);
        if (lines[row.at[at]]) *to++ = row.at[at];
        *to++ = named;
    }
    now->rows[rows++] = (text){fresh, (int)(to - fresh)};
    now->first[++now->regions] = rows;
    keep(now, g->rows[k].at[i], g->rows[m].at[j]);
    now->regions--;
}

// A line from a row to itself parts the region: other rows lie on one side or the other.
static void part(plane *now, const region *g, int k, int i, int j) {
    byte fresh[TOKENS], *to = fresh;
    text row = g->rows[k], sides[2];
    int first = now->first[now->regions], taken[ROWS] = {0}, like = 0;
    for (int side = 0; side < 2; side++) {
        byte *begin = to;
        if (side && i == j && lines[row.at[i]]) {
            for (int c = 0; c <= row.n; c++) *to++ = row.at[(i + c) % row.n];
        } else {
            to = side && i != j ? walk(to, row, j, i) : walk(to, row, i, j);
        }
        *to++ = named;
        sides[side] = (text){begin, (int)(to - begin)};
    }
    now->regions += 2;
    while (like < g->groups) {
        int rows = first;
        for (int side = 0; side < 2; side++) {
            now->rows[rows++] = sides[side];
            for (int c = 0; c < g->n; c++) {
                // The row of the line itself counts as the last of its group.
                int kind = g->group[c], nth = g->nth[c] - (kind == g->group[k] && c > k);
                if (c != k && (nth < taken[kind]) != side) now->rows[rows++] = g->rows[c];
            }
            now->first[now->regions - 1 + side] = rows;
        }
        keep(now, row.at[i], row.at[j]);
        for (like = 0; like < g->groups; taken[like++] = 0)
            if (taken[like] < g->size[like] - (like == g->group[k])) {
                taken[like]++;
                break;
            }
    }
    now->regions -= 2;
}

// Draw all lines in a region.  Of rows that are alike the first is enough, and the second for a
// line between two of them.
static void draw(int r) {
    static plane now;
    static region g;
    int rows = now.regions = now.first[0] = 0;
    read_region(&g, r);
    for (int o = 0; o < given.regions; o++) {
        if (o == r) continue;
        for (int b = given.first[o]; b < given.first[o + 1]; b++) now.rows[rows++] = given.rows[b];
        now.first[++now.regions] = rows;
    }
    for (int k = 0; k < g.n; k++)
        for (int m = k; m < g.n; m++) {
            if (g.nth[k] || g.nth[m] > (g.group[k] == g.group[m])) continue;
            for (int i = 0; i < g.rows[k].n; i++)
                for (int j = k == m ? i : 0; j < g.rows[m].n; j++) {
                    int first = g.rows[k].at[i], second = g.rows[m].at[j];
                    int is_alone = k == m && i == j;
                    if (is_alone ? lines[first] > 1 : first == second) continue;
                    if (k == m) part(&now, &g, k, i, j);
                    else join(&now, &g, k, i, m, j);
                }
        }
}

// What each line leaves of a land, once and in order: lands with spaces behind, options with ends
// of lines between; NULL if there is no line.
const char *options(const char *land) {
    byte *to;
    count = used = 0;
    read_land(land);
    for (int r = 0; r < given.regions; r++) draw(r);
    if (count == 0) return NULL;
    for (size_t i = 0; i < count; i++) {
        size_t end = i + 1 < count ? begins[i + 1] : used;
        options_found[i] = (text){found + begins[i], (int)(end - begins[i])};
    }
    qsort(options_found, count, sizeof(text), compared);
    to = answer = realloc(answer, used + count + 1);
    for (size_t i = 0; i < count; i++) {
        if (i && compared(options_found + i - 1, options_found + i) == 0) continue;
        if (i) *to++ = '\\n';
        memcpy(to, options_found[i].at, options_found[i].n);
        to += options_found[i].n;
    }
    *to = 0;
    return (const char *)answer;
}
"""
