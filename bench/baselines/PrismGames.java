// The explicit engine of PRISM-games on a game of bench/families/chance_models.py, as a library:
//
//     java -cp ... PrismGames FOLDER METHOD
//
// METHOD is gauss-seidel, which is its default, or value-iteration. Precomputation of where the
// probability is 0 and 1 is on, as by default; iteration ends where no value changes by 1e-9 or
// more. A move of a player is a choice with one successor, and a position of chance one choice.
// Positions that are won are the target; those that are lost lead to themselves, as it wants it.
//
// Prints what measure.h prints, and how many sweeps it took. The time is that of the processor, of
// all threads, without reading and without building the model.

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

import explicit.Distribution;
import explicit.ModelCheckerResult;
import explicit.ProbModelChecker.TermCrit;
import explicit.SMGSimple;
import explicit.STPGModelChecker;
import prism.PrismDevNullLog;

public class PrismGames {
    static final double CHANGE = 1e-9;
    static final int CHANCE = -1;

    static ByteBuffer read(Path folder, String name) throws IOException {
        try (FileChannel file = FileChannel.open(folder.resolve(name))) {
            return file.map(FileChannel.MapMode.READ_ONLY, 0, file.size())
                .order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    static double cpu() {
        var system = (com.sun.management.OperatingSystemMXBean)
            ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime() * 1e-9;
    }

    static long kib(String key) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status")))
            if (line.startsWith(key + ":")) return Long.parseLong(line.replaceAll("\\D", ""));
        return 0;
    }

    static SMGSimple<Double> model(Path folder, BitSet won) throws Exception {
        var ptr = read(folder, "ptr").asLongBuffer();
        var idx = read(folder, "idx").asIntBuffer();
        var kind = read(folder, "kind");
        var weights = read(folder, "weights").asIntBuffer();
        int n = ptr.capacity() - 1;
        var game = new SMGSimple<Double>(n);
        for (int v = 0; v < n; v++) {
            int first = (int) ptr.get(v), stop = (int) ptr.get(v + 1);
            game.setPlayer(v, kind.get(v) == 1 ? 1 : 0);
            if (first == stop) {
                if (kind.get(v) == 1) won.set(v);
                var stays = Distribution.ofDouble();
                stays.add(v, 1.0);
                game.addChoice(v, stays);
            } else if (kind.get(v) == CHANCE) {
                double total = 0;
                for (int e = first; e < stop; e++) total += weights.get(e);
                var row = Distribution.ofDouble();
                for (int e = first; e < stop; e++) row.add(idx.get(e), weights.get(e) / total);
                game.addChoice(v, row);
            } else {
                for (int e = first; e < stop; e++) {
                    var move = Distribution.ofDouble();
                    move.add(idx.get(e), 1.0);
                    game.addChoice(v, move);
                }
            }
        }
        game.addInitialState(0);
        return game;
    }

    public static void main(String[] words) throws Exception {
        var won = new BitSet();
        var game = model(Path.of(words[0]), won);
        var checker = new STPGModelChecker(null);
        checker.setLog(new PrismDevNullLog());
        checker.setTermCrit(TermCrit.ABSOLUTE);
        checker.setTermCritParam(CHANGE);
        checker.setSTPGSolnMethod(
            words[1].equals("gauss-seidel")
                ? explicit.ProbModelChecker.STPGSolnMethod.GAUSS_SEIDEL
                : explicit.ProbModelChecker.STPGSolnMethod.VALUE_ITERATION);
        System.gc();
        double[] times = new double[2];
        ModelCheckerResult found = null;
        for (int k = 0; k < 2 && (k == 0 || times[0] < 30); k++) {
            double began = cpu();
            found = checker.computeReachProbs(game, won, false, true);
            times[k] = cpu() - began;
        }
        // The model is part of what the process holds: it is its own form of the input.
        System.out.printf("{\"seconds\": %.6f, ", times[0]);
        if (times[1] > 0) System.out.printf("\"again\": %.6f, ", times[1]);
        System.out.printf(
            "\"peak_kib\": %d, \"checks\": {}, \"counts\": {\"sweeps\": %d, \"at the start\": %.12f}}%n",
            kib("VmHWM"), found.numIters, found.soln[0]);
    }
}
