import type { APIRequestContext, Browser } from '@playwright/test'
import { post } from './api.ts'

// Helpers for the pages on a customer's phone.

export const PHONE = { width: 390, height: 844 }

/** A new browser context with the size of a phone. */
export async function openPhone(browser: Browser, more: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({ viewport: PHONE, ...more })
  return { context, page: await context.newPage() }
}

/** Creates a passcode as staff and returns its link. */
export const createPasscodeLink = (staff: APIRequestContext, body: object = { Purpose: 'New Customer' }) =>
  post<{ Link: string; Passcode: string }>(staff, '/passcodes/add', body)

/** Returns the newest code sent to this address; the demo's inbox lists the newest message first. */
export async function codeSentTo(staff: APIRequestContext, address: string): Promise<string | undefined> {
  const reply = await staff.get('/api/1.0/dev/outbox', { headers: { 'x-carat-client': 'web' } })
  const messages = (await reply.json()) as { To: string; Body: string }[]
  return messages
    .filter(({ To }) => To === address)
    .map(({ Body }) => /\b\d{6}\b/.exec(Body)?.[0])
    .find((code) => code !== undefined)
}

type Question = {
  Text: Record<string, string>
  QuestionType: string
  RequiredYN?: 'Y' | 'N'
  ShowIf?: { GroupKey: number; Answers: string[] }
  options?: { Text: Record<string, string>; AllowOtherYN?: 'Y' | 'N' }[]
}

/** Creates a form with its questions in all languages, and returns the names that conditions use for the questions. */
export async function createSurvey(hq: APIRequestContext, form: object, questions: ((keys: number[]) => Question)[]) {
  const number = `${Date.now()}`.slice(-8)
  const { FeedbackId } = await post<{ FeedbackId: number }>(hq, '/feedback/feedback/add', {
    Name: `How was your visit ${number}`,
    Code: `VISIT${number}`,
    Description: 'Asked after a visit',
    Type: 'Survey',
    Status: 'Active',
    ...form,
  })
  const keys: number[] = []
  for (const questionOf of questions) {
    const { Text, options = [], ...question } = questionOf(keys)
    let GroupKey: number | undefined
    let optionKeys: number[] = []
    for (const [LanguageCode, words] of Object.entries(Text)) {
      const FeedbackOptions = options.map((option, index) => ({
        Text: option.Text[LanguageCode]!,
        AllowOtherYN: option.AllowOtherYN ?? 'N',
        ...(optionKeys[index] && { OptionKey: optionKeys[index] }),
      }))
      const body = { FeedbackId, LanguageCode, Text: words, FeedbackOptions }
      const added = await post<{ GroupKey: number; FeedbackOptions: { OptionKey: number }[] }>(
        hq,
        '/feedback/question/add',
        GroupKey === undefined ? { ...body, ...question } : { ...body, GroupKey },
      )
      GroupKey = added.GroupKey
      optionKeys = added.FeedbackOptions.map(({ OptionKey }) => OptionKey)
    }
    keys.push(GroupKey!)
  }
  return { FeedbackId, keys }
}
