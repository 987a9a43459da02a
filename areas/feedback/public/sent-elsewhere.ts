import { readFromDevice, storeOnDevice } from '#kit/public/draft.ts'

// A form may be open in two tabs of one browser. Each tab has its own answers; which submissions were sent is shared between tabs.

type Submission = { key: string; at: number }

const DAY_MS = 86_400_000
const storageKey = (FeedbackId: number) => `feedback.${FeedbackId}.sent`

/** Stores when answers to a form were last sent and under which key, without the answers. */
export function recordSent(FeedbackId: number, key: string) {
  const at = Date.now()
  storeOnDevice(storageKey(FeedbackId), { key, at } satisfies Submission, new Date(at + DAY_MS).toISOString())
}

/** True if answers were sent from another tab after this one was opened. A duplicated tab has the same key as its original. */
export function wasSentElsewhere(FeedbackId: number, draft: { key: string; since: number; isPersonal: boolean }) {
  const submission = readFromDevice<Submission>(storageKey(FeedbackId))
  if (!submission) return false
  // Two personal links may both be answered; the server checks each.
  return submission.key === draft.key || (!draft.isPersonal && submission.at > draft.since)
}
