import { readFromDevice, storeOnDevice } from '#kit/public/draft.ts'

// A form may be open in two tabs of one browser.
// Each tab has its own answers to a form, but all tabs share the record of submissions that were sent.

type Submission = { key: string; at: number }

const DAY_MS = 86_400_000
const storageKey = (FeedbackId: number) => `feedback.${FeedbackId}.sent`

/** Stores the time and the key of the last submission to a form, without its answers. */
export function storeLastSubmission(FeedbackId: number, key: string) {
  const at = Date.now()
  storeOnDevice(storageKey(FeedbackId), { key, at } satisfies Submission, new Date(at + DAY_MS).toISOString())
}

/** True if another tab sent answers after this tab was opened. A duplicated tab has the key of the original tab. */
export function wasSentFromAnotherTab(FeedbackId: number, draft: { key: string; since: number; isPersonal: boolean }) {
  const submission = readFromDevice<Submission>(storageKey(FeedbackId))
  if (!submission) return false
  // Answers by another personal link are no obstacle, because the server checks each link.
  return submission.key === draft.key || (!draft.isPersonal && submission.at > draft.since)
}
