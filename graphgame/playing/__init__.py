"""Playing against the perfect player: the page, the local server, and the terminal.

It gets arrays and functions, and knows no solution class: `Solution.write_html` and its relatives
import it when they are called.

May import: the top, `drawing`.

Files::

    # the page
    played.py      `Shown`, `Puzzled` and `Played`: methods of games that have a page, or puzzles
    page/          its scripts and styles, which are listed below
    page.py        join data, scripts and styles into one file: heaps, boards, cops, the sandbox
    played_chance.py  `PlayedChance`: the same of games of chance, a server, and the terminal
    dice.py        luck and skill, errors of the machine, and dice as the data of a page
    puzzles.py     positions of which exactly one move wins, or holds the draw
    puzzle_walks.py  the same of sums, met in matches at random
    table.py       a solved game on a graph as the data of a page; see docs/formats.md
    sums.py        a sum of positions whose values are known as the data of a page
    published_page.py  the page of a published database, and the worker that keeps it
    rule_files.py  rules for such pages, in C or in JavaScript
    published_rules.py  run them before anything is written, so that Ctrl-C and a limit end it
    show.py        write a page to a file; show it in a notebook or a browser

    # how positions look
    game.py        `Look`, and the arrays of a solved game that is played
    look.py        check what the author gives: names, boards, turns, title, languages, centres
    pieces.py      check what characters of a board show
    texts.py       check texts, and shorten values for errors
    figures.py     pawns, cars and animals, which pieces show, as paths
    board_drawing.py  read a board that its author has drawn as SVG, by a list of what is allowed
    steps.py       moves as changes of the board

    # matches
    positions.py   one position of a solved game or a database at a time
    chance_positions.py  the same of a database of a game of chance: states, and rolls in them
    proven.py      positions of a proof, and those around it
    proven_words.py  what a proof says, in words of the terminal
    views.py       what is said of a position and its moves, in JSON and in words: "b2 → b3"
    server.py      the local server, and which requests it refuses
    terminal.py    a match in the terminal or through a pipe
    typed_moves.py  which moves a typed text may mean
    terminal_chance.py  a match with dice

    # the page, in `page/`: a match
    page/match/main.js             begin: find what is shown, and make the page of it
    page/match/app.js              the page of a match: what was chosen, drawn anew after each move
    page/match/match.js            positions so far, and who moves for each side
    page/match/repeats.js          call a match a draw
    page/match/machine.js          choose a move: the perfect one, or of a lesser skill
    page/match/about.js            "How to play": rules, sides and goal
    page/match/stuck.js            what happens to who cannot move
    page/match/board.js            a board of cells, by mouse, touch and keys
    page/match/wide.js             boards of many columns scroll sideways to where play is
    page/match/layout.js           where cells are on boards that are no grid of squares
    page/match/shapes.js           lines and surroundings of a board
    page/match/pieces.js           draw pieces
    page/match/motion.js           pieces slide, fall and fade
    page/match/graph_board.js      the picture of a position without a board, and its moves
    page/match/drawing.js          boards that their author has drawn
    page/match/difference.js       what a move changes, and the moves of a position
    page/match/names.js            the names of cells, and of moves by the cells they change
    page/match/markers.js          characters of boards that are no pieces
    page/match/points.js           words for moves in games with scores
    page/match/moves.js            the list of moves, and what each leads to
    page/match/status.js           who moves and who wins, in words and aloud
    page/match/controls.js         players, skill, new match, undo
    page/match/whose.js            who moves at a position that is named
    page/match/history.js          the moves that were played
    page/match/chart.js            remoteness over the match
    page/match/insight.js          best play from here
    page/match/histogram.js        all positions by their remoteness, drawn
    page/match/ends.js             whether a match is over; words of every match that is
    page/match/analysis.js         judge the moves of a match: why, and what was better
    page/match/puzzle.js           find the one move
    page/match/dice.js             seeds and rolls, and a match with dice
    page/match/chance.js           the page of a match with dice: chances, results, what moves lose
    page/match/luck.js             luck and skill after a match
    page/match/edit.js             the panel in which a position is set up
    page/match/edit_grid.js        set up a board of cells
    page/match/edit_text.js        set up a position that is text
    page/match/match.css           styles of a match
    page/match/grid.css            rows and columns, their names, and boards that scroll sideways
    page/match/spots.css           cells that stand where they are put, and lines between them
    page/match/styles.css          styles of boards that are not plain
    page/match/graph_board.css     styles of the picture of a position
    page/match/region.css          colours of who wins, in games with owners
    page/match/edit.css            styles of the panel
    page/match/chance.css          styles of dice and chances
    # where its answers come from
    page/sources/source.js         what every source of answers gives
    page/sources/unpack.js         unpack numbers
    page/sources/table.js          a table in the page
    page/sources/table_boards.js   its boards, sorted
    page/sources/table_steps.js    its moves as steps that fit a board
    page/sources/table_lists.js    its moves as lists of options
    page/sources/http.js           the local server
    page/sources/published.js      published answers and a rule together
    page/sources/published_rule.js  the rule, in WebAssembly or in JavaScript
    page/sources/published_blocks.js  the index and the blocks, checked and read
    page/sources/published_files.js  bytes from a host, the page, or what the browser keeps
    page/sources/proven.js         games with a proof: what it says of positions
    page/sources/rule.js           rules in the page, solved there
    page/sources/sums.js           XOR, misère play and places of sums
    page/sources/heaps.js          heaps
    page/sources/components.js     sums of positions whose values are known
    page/sources/pursuit.js        the policeman and the thief
    page/sources/cops.js           cops and robbers
    page/sources/owners.js         games with owners
    page/sources/partizan.js       games of Left and Right: their outcome classes
    page/sources/chance.js         games of chance: what positions are worth
    page/sources/press.js          the side that cannot win resists
    page/sources/histogram.js      count positions by remoteness
    # the sandbox
    page/sandbox/sandbox.js        the page of the sandbox
    page/sandbox/graph.js          its graph, and each change of it
    page/sandbox/frames.js         what is known after each decision
    page/sandbox/stepper.js        step through the decisions
    page/sandbox/canvas.js         draw and drag the graph
    page/sandbox/picture.js        positions and moves as SVG
    page/sandbox/layout.js         where positions stand
    page/sandbox/edit.js           buttons that change the graph
    page/sandbox/table.js          all that is known, in a table
    page/sandbox/text.js           the graph as text
    page/sandbox/examples.js       graphs to begin with
    page/sandbox/words.js          its words in five languages
    page/sandbox/sandbox.css       its styles
    # what all pages share
    page/shared/base.css           colours, type and buttons
    page/shared/elements.js        make elements of the page
    page/shared/arrows.js          arrow keys
    page/shared/words.js           words by language, and their plurals
    page/shared/languages.js       choose the language
    page/shared/verdict.js         outcomes in words and signs
    page/shared/solver.js          solve small graphs
    page/shared/solver_values.js   best moves and Grundy values of small graphs
"""
