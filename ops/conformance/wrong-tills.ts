import type { WrongHabit } from './wrong-habits.ts'

/** For each wrong habit of a till, the case that detects the habit and the reason that the case gives. */
export const wrongTills: Record<WrongHabit, { detectedBy: string; reason: RegExp }> = {
  'no-key': { detectedBy: 'K1', reason: /was called without an Idempotency-Key/ },
  'new-key-per-retry': { detectedBy: 'K3', reason: /repeated request had another Idempotency-Key/ },
  'retries-refusals': { detectedBy: 'K8', reason: /sent a refused request 4 times/ },
  'ignores-retry-after': { detectedBy: 'K4', reason: /ignored Retry-After: 2/ },
  floats: { detectedBy: 'S4', reason: /was sent as a JSON number/ },
  'local-time': { detectedBy: 'S10', reason: /PerformedAt has no zone/ },
  'sells-twice': { detectedBy: 'K3', reason: /The server has 2 sales .* expected 1/ },
  'gives-up': { detectedBy: 'K6', reason: /The till gave up: the sale of the outage is lost/ },
  'returns-twice': { detectedBy: 'R2', reason: /2 pieces are returned, expected 1/ },
  'ignores-expired-session': { detectedBy: 'A3', reason: /after the session expired was not entered/ },
  'logs-secret': { detectedBy: 'X1', reason: /output of the till contains a secret/ },
  'rounds-down': { detectedBy: 'S5', reason: /net amount of 0\.82, expected 0\.83/ },
  'overdraws-offline': { detectedBy: 'O3', reason: /redeemed 30 points without a connection, but it had reserved 20/ },
}
