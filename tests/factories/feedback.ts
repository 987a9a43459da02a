import {
  type addFeedback as add,
  addFeedback,
  addQuestion,
  type Feedback,
  type FeedbackQuestion,
} from '#areas/feedback/contract.ts'
import { createInvitationToken } from '#areas/feedback/server/links.ts'
import type { RequestBody } from '#kit/contract/endpoint.ts'
import { hq, type TestApp } from '../harness.ts'
import { customer } from './customers.ts'
import { nextNumber } from './people.ts'

/** A public form in English without questions, by default. */
export async function formWith(app: TestApp, values: Partial<RequestBody<typeof add>> = {}): Promise<Feedback> {
  const { body, status } = await app.call(
    addFeedback,
    {
      Name: 'After your visit',
      Code: `FORM${nextNumber()}`,
      Description: 'Asked of everybody who came to see us',
      Type: 'Survey',
      DisplayOption: 'All in one page',
      Status: 'Active',
      ...values,
    },
    hq,
  )
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}

export async function questionWith(app: TestApp, values: RequestBody<typeof addQuestion>): Promise<FeedbackQuestion> {
  const { body, status } = await app.call(addQuestion, values, hq)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}

type WithQuestions = Feedback & { questions: FeedbackQuestion[] }

/** Creates a form with one required rating. */
export async function ratingForm(app: TestApp, values: Partial<RequestBody<typeof add>> = {}): Promise<WithQuestions> {
  const form = await formWith(app, values)
  const { FeedbackId } = form
  const rating = await questionWith(app, {
    FeedbackId,
    LanguageCode: 'en',
    Text: 'How was it?',
    QuestionType: 'Rating 1-5',
    RequiredYN: 'Y',
  })
  return { ...form, questions: [rating] }
}

/** A recommendation question in English and Japanese, and a follow-up question for detractors. */
export async function npsForm(app: TestApp, values: Partial<RequestBody<typeof add>> = {}): Promise<WithQuestions> {
  const form = await formWith(app, { Languages: ['en', 'ja'], ...values })
  const { FeedbackId } = form
  const nps = await questionWith(app, {
    FeedbackId,
    LanguageCode: 'en',
    Text: 'Would you recommend us?',
    QuestionType: 'NPS 0-10',
    RequiredYN: 'Y',
  })
  const why = await questionWith(app, {
    FeedbackId,
    LanguageCode: 'en',
    Text: 'What should we do better?',
    QuestionType: 'Long text',
    RequiredYN: 'Y',
    ShowIf: { GroupKey: nps.GroupKey, Answers: ['0', '1', '2', '3', '4', '5', '6'] },
  })
  const japanese = await questionWith(app, {
    FeedbackId,
    GroupKey: nps.GroupKey,
    LanguageCode: 'ja',
    Text: '当店をすすめたいと思いますか。',
  })
  return { ...form, questions: [nps, why, japanese] }
}

/** A personal link for a customer of KLCC, as the invitation rules create it. */
export async function invitationFor(app: TestApp, FeedbackId: number) {
  const { CustomerId } = await customer(app.db)
  const { InvitationId } = await app.db
    .insertInto('FeedbackInvitation')
    .values({
      FeedbackId,
      CustomerId,
      Source: 'Manual',
      OnceKey: `test ${nextNumber()}`,
      OpenTo: '2026-12-31',
      CreatedAt: '2026-05-01T00:00:00Z',
    })
    .returning('InvitationId')
    .executeTakeFirstOrThrow()
  return { InvitationId, CustomerId, Token: createInvitationToken(app.services, InvitationId) }
}
