import { keepOnPhone, keptOnPhone } from '#kit/public/draft.ts'

// The same form may be open in two tabs of one browser. Each keeps its own answers; which of them were sent, all of them know.

type Sent = { key: string; at: number }

const DAY_MS = 86_400_000
const place = (FeedbackId: number) => `feedback.${FeedbackId}.sent`

/** Of a form, when answers were sent here last, and under which key. No answer is in it. */
export function noteSent(FeedbackId: number, key: string) {
  const at = Date.now()
  keepOnPhone(place(FeedbackId), { key, at } satisfies Sent, new Date(at + DAY_MS).toISOString())
}

/** Whether answers to the form were sent after this tab began its own; a tab that was duplicated has the same key as the other. */
export function wasSentElsewhere(FeedbackId: number, draft: { key: string; since: number; isPersonal: boolean }) {
  const sent = keptOnPhone<Sent>(place(FeedbackId))
  if (!sent) return false
  // Of two personal links each may be answered: the server knows which one is.
  return sent.key === draft.key || (!draft.isPersonal && sent.at > draft.since)
}
