import { beforeAll, describe, expect, test } from 'vitest'
import { addFeedbackResponse, getFeedbackResults } from '#areas/feedback/contract.ts'
import { npsForm } from '#tests/factories/feedback.ts'
import {
  type Company,
  columns,
  MARCH,
  pavilionStaff,
  REPORT_TIME,
  reportCompany,
  run,
} from '#tests/factories/reports.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { feedbackAnalysisReport } from './contract.ts'

// NPS answers at KLCC: Mei 10 on 28 February and 9 on 1 March, an unknown customer 5 in Japanese on 5 March.
// The customer merged into Mei answers 8 on 6 March at KLCC, and Ali 3 on 10 March at PAV.
// A response of 0 on 7 March is inactive.

const app = useApp({ at: '2026-02-01T04:00:00Z' })
let company: Company
let FeedbackId = 0

beforeAll(async () => {
  const form = await npsForm(app)
  FeedbackId = form.FeedbackId
  const [nps, why] = form.questions
  app.clock.set(REPORT_TIME)
  company = await reportCompany(app)
  const respond = async (at: string, score: number, CustomerId: number | null, outlet: string, text?: string) => {
    const Answers = [
      { QuestionId: nps!.QuestionId, Number: score },
      ...(text ? [{ QuestionId: why!.QuestionId, Text: text }] : []),
    ]
    const caller = staffWith({ roles: ['Feedback'], outlet })
    const { status, body, refusal } = await app.call(
      addFeedbackResponse,
      { FeedbackId, Language: 'en', Answers },
      { as: caller, key: crypto.randomUUID() },
    )
    if (status !== 201) throw new Error(refusal.message)
    await app.sql(
      'update feedback_response set submitted_at = $2, customer_id = $3 where response_id = $1',
      body.ResponseId,
      at,
      CustomerId,
    )
    return body.ResponseId
  }
  const { Mei, Ali } = company
  await respond('2026-02-28T15:30:00Z', 10, Mei.CustomerId, 'KLCC')
  await respond('2026-02-28T16:30:00Z', 9, Mei.CustomerId, 'KLCC')
  const japanese = await respond('2026-03-05T04:00:00Z', 5, null, 'KLCC', 'Waited too long')
  await app.sql(`update feedback_response set language = 'ja' where response_id = $1`, japanese)
  await respond('2026-03-06T04:00:00Z', 8, Mei.CustomerId, 'KLCC')
  await respond('2026-03-10T04:00:00Z', 3, Ali.CustomerId, 'PAV', 'The clasp broke')
  const inactive = await respond('2026-03-07T04:00:00Z', 0, null, 'KLCC', 'x')
  await app.sql(`update feedback_response set status = 'Inactive' where response_id = $1`, inactive)
  // Three personal links of March: one answered, one revoked, one of Ali.
  for (const [n, CustomerId, status] of [
    [1, Mei.CustomerId, 'Answered'],
    [2, Mei.CustomerId, 'Revoked'],
    [3, Mei.CustomerId, 'Open'],
    [4, Ali.CustomerId, 'Open'],
  ])
    await app.sql(
      `insert into feedback_invitation (feedback_id, customer_id, source, once_key, status, open_to, created_at, answered_at)
       values ($1, $2, 'Manual', 'march ' || $3::text, $4, '2026-12-31', '2026-03-04T00:00:00Z', case $4 when 'Answered' then '2026-03-06T04:00:00Z'::timestamptz end)`,
      FeedbackId,
      CustomerId,
      n,
      status,
    )
})

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }

describe('feedback analysis report', () => {
  test('feedback analysis report: counts the answers of the period by option, with share, average and NPS', async () => {
    const { rows, Totals } = await run(app, feedbackAnalysisReport, march)
    const answered = rows.filter(({ Given }) => Given > 0)
    expect(columns(answered, 'Question', 'AnswerValue', 'Given', 'GivenShare', 'AverageScore', 'NpsScore')).toEqual([
      ['Would you recommend us?', '3', 1, '25.0', '6.25', -25],
      ['Would you recommend us?', '5', 1, '25.0', '6.25', -25],
      ['Would you recommend us?', '8', 1, '25.0', '6.25', -25],
      ['Would you recommend us?', '9', 1, '25.0', '6.25', -25],
      ['What should we do better?', null, 2, null, null, null],
    ])
    expect(rows).toHaveLength(12)
    expect(Totals).toEqual({
      Given: 6,
      Responses: 4,
      NpsScore: -25,
      AverageScore: null,
      LowScores: 2,
      Invited: 3,
      AnsweredLinks: 1,
      ResponseRate: '33.3',
    })
  })

  test('feedback analysis report: the figures equal those on the results page of the form', async () => {
    const { body } = await app.call(getFeedbackResults, { FeedbackId, ...march }, hq)
    const { rows, Totals } = await run(app, feedbackAnalysisReport, { ...march, FeedbackId })
    expect(Totals).toMatchObject({ Responses: body.Responses, NpsScore: body.Nps!.Score, Invited: body.Invited })
    const options = body.Questions.flatMap(({ Options }) => Options.map(({ Text, Count }) => [Text, Count]))
    expect(columns(rows, 'AnswerValue', 'Given').filter(([value]) => value !== null)).toEqual(options)
  })

  test('feedback analysis report: responses can be grouped by month, outlet and language', async () => {
    const runBy = async (FeedbackBy: 'Month' | 'Outlet' | 'Language', DateFrom = '2026-02-01') =>
      columns(
        (await run(app, feedbackAnalysisReport, { ...march, DateFrom, FeedbackBy })).rows,
        ...['AnswerValue', 'Given', 'GivenShare', 'NpsScore'],
      )
    expect(await runBy('Month')).toEqual([
      ['2026-02', 1, '20.0', 100],
      ['2026-03', 4, '80.0', -25],
    ])
    expect((await runBy('Outlet')).map(([, ...figures]) => figures)).toEqual(
      expect.arrayContaining([
        [4, '80.0', 25],
        [1, '20.0', -100],
      ]),
    )
    expect(await runBy('Language', MARCH[0])).toEqual([
      ['en', 3, '75.0', 0],
      ['ja', 1, '25.0', -100],
    ])
  })

  test('feedback analysis report: lists text answers, newest first, and outlet staff see only those of their outlet', async () => {
    const textAnswers = { ...march, FeedbackBy: 'Words' as const }
    expect(
      columns((await run(app, feedbackAnalysisReport, textAnswers)).rows, 'AnswerValue', 'CustomerName', 'OutletCode'),
    ).toEqual([
      ['The clasp broke', 'ALI BIN ABU', 'PAV'],
      ['Waited too long', null, 'KLCC'],
    ])
    const pavilion = await run(app, feedbackAnalysisReport, textAnswers, pavilionStaff)
    expect(columns(pavilion.rows, 'AnswerValue')).toEqual([['The clasp broke']])
    expect(pavilion.Totals).toMatchObject({ Responses: 1, NpsScore: -100, Invited: 1, ResponseRate: '0.0' })
  })

  test('feedback analysis report: can be filtered by language and card category, and hides sent links with a language filter', async () => {
    const totals = async (input: object) => (await run(app, feedbackAnalysisReport, { ...march, ...input })).Totals
    expect(await totals({ FeedbackId: 999_999 })).toMatchObject({ Given: 0, Responses: 0, NpsScore: null })
    expect(await totals({ Language: 'ja' })).toMatchObject({ Responses: 1, Invited: null, ResponseRate: null })
    expect(await totals({ CardCategoryCode: 'gold' })).toMatchObject({ Responses: 1, Invited: 1 })
    expect(await totals({ CardCategoryCode: 'SILVER' })).toMatchObject({ Responses: 2, NpsScore: 50, Invited: 2 })
  })
})
