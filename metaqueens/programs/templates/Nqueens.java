/* N queens by min-conflicts: a starting point for a program of yours.

   Build: javac Nqueens.java
   Run:   metaqueens solve 50 --program "java -XX:+UseSerialGC Nqueens {n} {seed}" counts=true
   Test:  metaqueens test-program "java -XX:+UseSerialGC Nqueens {n} {seed}" counts=true
*/
import java.util.Arrays;
import java.util.Random;

class Nqueens {
    static final double NOISE = 0.02; // how often a queen goes to any row

    public static void main(String[] arguments) {
        int n = Integer.parseInt(arguments[0]);
        Random random = new Random(Long.parseLong(arguments[1]));
        int[] rows = new int[n], attacks = new int[n];
        // Queens on each row, falling and rising diagonal.
        int[] row = new int[n], falling = new int[2 * n], rising = new int[2 * n];
        long pairs = 0;
        for (int c = 0; c < n; c++) {
            int r = rows[c] = random.nextInt(n);
            pairs += row[r]++ + falling[r + c]++ + rising[r - c + n]++;
        }
        long evaluations = 1, best = pairs;
        tell(rows, evaluations);
        while (best > 0) {
            int c = random.nextInt(n), old = rows[c];
            if (row[old] + falling[old + c] + rising[old - c + n] == 3) continue; // not attacked
            row[old]--;
            falling[old + c]--;
            rising[old - c + n]--;
            int least = 3 * n, ties = 0, moved = old;
            for (int r = 0; r < n; r++) {
                attacks[r] = row[r] + falling[r + c] + rising[r - c + n];
                if (attacks[r] < least) {
                    least = attacks[r];
                    ties = 0;
                }
                if (attacks[r] == least && random.nextInt(++ties) == 0) moved = r;
            }
            evaluations += n - 1;
            if (random.nextDouble() < NOISE) moved = random.nextInt(n);
            pairs += attacks[moved] - attacks[old];
            rows[c] = moved;
            row[moved]++;
            falling[moved + c]++;
            rising[moved - c + n]++;
            if (pairs < best) {
                best = pairs;
                tell(rows, evaluations);
            }
        }
    }

    /** A line for each better board, at once: the referee counts it when it arrives. */
    static void tell(int[] rows, long evaluations) {
        String queens = Arrays.toString(rows);
        System.out.println("{\"queens\": " + queens + ", \"evaluations\": " + evaluations + "}");
        System.out.flush();
    }
}
