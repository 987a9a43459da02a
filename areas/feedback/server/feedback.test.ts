import { describe, expect, test } from 'vitest'
import { formWith, npsForm, ratingForm } from '#tests/factories/feedback.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-06-01T04:00:00Z' })
const outlet = staffWith({ roles: ['Feedback', 'Feedback Question'] })
const fields = () => ({
  Name: 'After your visit',
  Code: `f${nextNumber()}x`,
  Description: 'Asked of everybody who came to see us',
  Type: 'Survey' as const,
  DisplayOption: 'All in one page' as const,
  Status: 'Active' as const,
})

describe('setup of a feedback form', () => {
  test('feedback form: a new form gets a code in capitals, the audience Anyone and the language English', async () => {
    const { status, body } = await app.call(contract.addFeedback, { ...fields(), Code: 'visit 2026' }, hq)
    expect([status, body]).toMatchObject([
      201,
      { Code: 'VISIT 2026', Audience: 'Anyone', Languages: ['en'], AnonymousYN: 'N', Questions: 0, Version: 1 },
    ])
  })
  test.each([
    ['a name of two letters', { Name: 'ab' }, 'Name must be between 3 and 100 characters length'],
    ['a name of 101 letters', { Name: 'a'.repeat(101) }, 'Name must be between 3 and 100 characters length'],
    ['a code of two letters', { Code: 'ab' }, 'Code must be between 3 and 100 characters length'],
    ['a description of two letters', { Description: 'ab' }, 'Description must be between 3 and 1000 characters length'],
  ])('feedback form: a form with %s is refused', async (_, more, message) => {
    expect(await app.call(contract.addFeedback, { ...fields(), ...more }, hq)).toMatchObject({
      status: 400,
      refusal: { message },
    })
  })
  test.each(['Type', 'DisplayOption', 'Status'])(
    'feedback form: a form without the field %s is refused',
    async (field) => {
      const { [field as 'Type']: _, ...incomplete } = fields()
      expect(await app.call(contract.addFeedback, incomplete as never, hq)).toMatchObject({ status: 400 })
    },
  )
  test.each([
    ['ends before it starts', { OpenFrom: '2026-06-02', OpenTo: '2026-06-01' }, 'feedback.dates_reversed'],
    ['has a minimum purchase and the audience Anyone', { MinimumPurchase: '100' }, 'feedback.no_minimum'],
  ])('feedback form: a form that %s is refused', async (_, more, code) => {
    expect(await app.call(contract.addFeedback, { ...fields(), ...more }, hq)).toMatchObject({
      status: 409,
      refusal: { code },
    })
  })
  test('feedback form: the code is unique among all forms that are not deleted', async () => {
    const first = (await app.call(contract.addFeedback, fields(), hq)).body
    const again = () => app.call(contract.addFeedback, { ...fields(), Code: first.Code }, hq)
    expect((await again()).refusal?.code).toBe('feedback.code_taken')
    await app.call(contract.deleteFeedback, { FeedbackId: first.FeedbackId }, hq)
    expect((await again()).status).toBe(201)
    expect((await app.call(contract.restoreFeedback, { FeedbackId: first.FeedbackId }, hq)).refusal?.code).toBe(
      'feedback.code_taken',
    )
  })
  test('feedback form: only head office can change a form, and every outlet can read the form', async () => {
    expect((await app.call(contract.addFeedback, fields(), outlet)).status).toBe(403)
    const { FeedbackId } = (await app.call(contract.addFeedback, fields(), hq)).body
    expect((await app.call(contract.getFeedback, { FeedbackId }, outlet)).status).toBe(200)
  })
  test('feedback form: a language with questions cannot be removed', async () => {
    const { FeedbackId, Version } = await npsForm(app)
    expect(
      (await app.call(contract.updateFeedback, { FeedbackId, Version, Languages: ['en'] }, hq)).refusal?.code,
    ).toBe('feedback.language_in_use')
  })
})

describe('question of a feedback form', () => {
  const add = (body: object) => app.call(contract.addQuestion, body as never, hq)
  test('feedback question: a translation belongs to the same question and has the same option keys', async () => {
    const form = await formWith(app, { Languages: ['en', 'ja'] })
    const english = (
      await add({
        FeedbackId: form.FeedbackId,
        LanguageCode: 'en',
        Text: 'What brought you here?',
        QuestionType: 'Single choice',
        FeedbackOptions: [{ Text: 'A gift' }, { Text: 'A repair' }],
      })
    ).body
    const japanese = await add({
      FeedbackId: form.FeedbackId,
      GroupKey: english.GroupKey,
      LanguageCode: 'ja',
      Text: 'ご来店の目的は何ですか。',
      FeedbackOptions: [{ Text: '贈り物' }, { Text: '修理' }],
    })
    expect(japanese.body).toMatchObject({ QuestionType: 'Single choice', SequenceNo: 1 })
    expect(japanese.body.FeedbackOptions.map(({ OptionKey }) => OptionKey)).toEqual(
      english.FeedbackOptions.map(({ OptionKey }) => OptionKey),
    )
    expect(
      (await add({ FeedbackId: form.FeedbackId, GroupKey: english.GroupKey, LanguageCode: 'ja', Text: 'x' })).refusal
        ?.code,
    ).toBe('feedback.question_language_taken')
  })
  test.each([
    ['a language that the form does not have', { LanguageCode: 'fr' }, 409, 'feedback.not_a_language'],
    ['no type', { QuestionType: undefined }, 400, 'feedback.type_missing'],
    ['options where a number is expected', { FeedbackOptions: [{ Text: 'a' }] }, 409, 'feedback.no_choice'],
    ['a condition on itself', { ShowIf: { GroupKey: 999_999, Answers: ['1'] } }, 409, 'feedback.condition_unknown'],
    ['a text of 501 letters', { Text: 'a'.repeat(501) }, 400, 'kit.invalid'],
  ])('feedback question: a question with %s is refused', async (_, more, status, code) => {
    const { FeedbackId } = await formWith(app)
    const body = { FeedbackId, LanguageCode: 'en', Text: 'How was it?', QuestionType: 'Rating 1-5', ...more }
    expect(await add(body)).toMatchObject({ status, refusal: { code } })
  })
  test('feedback question: editing an answered question creates a new version, and answers keep the old wording', async () => {
    const { FeedbackId, questions } = await ratingForm(app)
    const [rating] = questions
    await app.call(contract.submitPublicForm, answer(FeedbackId, { QuestionId: rating!.QuestionId, Number: 4 }), null)
    const { body } = await app.call(
      contract.updateQuestion,
      { QuestionId: rating!.QuestionId, Version: rating!.Version, Text: 'How did we serve you?' },
      hq,
    )
    expect(body).toMatchObject({ GroupKey: rating!.GroupKey, Revision: 2, Text: 'How did we serve you?', Answers: 0 })
    expect(body.QuestionId).not.toBe(rating!.QuestionId)
    const [response] = (await app.call(contract.listFeedbackResponses, { Search: { FeedbackId } }, hq)).body.rows
    expect(response!.Answers).toMatchObject([{ Question: 'How was it?', Number: 4 }])
    // A customer whose page shows the earlier wording may still answer it.
    expect(
      (
        await app.call(
          contract.submitPublicForm,
          answer(FeedbackId, { QuestionId: rating!.QuestionId, Number: 5 }),
          null,
        )
      ).status,
    ).toBe(201)
    expect(
      (
        await app.call(
          contract.updateQuestion,
          { QuestionId: body.QuestionId, Version: body.Version, QuestionType: 'Yes/No' },
          hq,
        )
      ).refusal?.code,
    ).toBe('feedback.type_fixed')
    expect((await app.call(contract.deleteQuestion, { QuestionId: rating!.QuestionId }, hq)).refusal?.code).toBe(
      'feedback.question_replaced',
    )
  })
  test('feedback question: editing a question without answers creates no new version', async () => {
    const [rating] = (await ratingForm(app)).questions
    const { body } = await app.call(
      contract.updateQuestion,
      { QuestionId: rating!.QuestionId, Version: rating!.Version, Text: 'How did we serve you?' },
      hq,
    )
    expect(body).toMatchObject({ QuestionId: rating!.QuestionId, Revision: 1, Version: rating!.Version + 1 })
  })
  test('feedback question: a question to which a condition refers cannot be deleted or moved behind the conditional question', async () => {
    const { FeedbackId, questions } = await npsForm(app)
    const [nps, why] = questions
    for (const { QuestionId } of questions.filter(({ GroupKey }) => GroupKey === nps!.GroupKey).slice(1))
      expect((await app.call(contract.deleteQuestion, { QuestionId }, hq)).status).toBe(200)
    expect((await app.call(contract.deleteQuestion, { QuestionId: nps!.QuestionId }, hq)).refusal?.code).toBe(
      'feedback.question_in_condition',
    )
    const order = (GroupKeys: number[]) => app.call(contract.orderQuestions, { FeedbackId, GroupKeys }, hq)
    expect((await order([why!.GroupKey, nps!.GroupKey])).refusal?.code).toBe('feedback.condition_order')
    expect((await order([nps!.GroupKey])).refusal?.code).toBe('feedback.order_incomplete')
  })
  test('feedback question: as specified, the endpoint for a question also returns a response by its ResponseId', async () => {
    const { FeedbackId, questions } = await ratingForm(app)
    await app.call(
      contract.submitPublicForm,
      answer(FeedbackId, { QuestionId: questions[0]!.QuestionId, Number: 3 }),
      null,
    )
    const { ResponseId } = (await app.call(contract.listFeedbackResponses, { Search: { FeedbackId } }, hq)).body
      .rows[0]!
    expect((await app.call(contract.getQuestion, { ResponseId }, hq)).body).toMatchObject({ ResponseId, FeedbackId })
    expect((await app.call(contract.getQuestion, {}, hq)).status).toBe(400)
  })
})

const answer = (FeedbackId: number, ...Answers: object[]) =>
  ({ FeedbackId, SubmissionKey: crypto.randomUUID(), Language: 'en', Answers }) as never

describe('editor of feedback questions', () => {
  const save = (FeedbackId: number, more: object) =>
    app.call(
      contract.saveQuestionGroup,
      { FeedbackId, QuestionType: 'Single choice', Texts: { en: 'Which?' }, ...more } as never,
      hq,
    )
  const two = [{ Texts: { en: 'Rings', ja: '指輪' } }, { Texts: { en: 'Chains', ja: 'チェーン' } }]
  test('feedback question editor: all languages of a question are saved at once', async () => {
    const { FeedbackId } = await formWith(app, { Languages: ['en', 'ja'] })
    const { body, status } = await save(FeedbackId, { Texts: { en: 'Which?', ja: 'どれ？' }, Options: two })
    expect([status, body.Questions.map(({ LanguageCode }) => LanguageCode)]).toEqual([200, ['en', 'ja']])
    const changed = await save(FeedbackId, {
      GroupKey: body.GroupKey,
      Version: body.Version,
      Options: two.map((option, index) => ({ ...option, OptionKey: index + 1 })).reverse(),
    })
    // The update omits the Japanese texts, which deletes that language, and reorders the options.
    expect(changed.body.Questions).toMatchObject([
      {
        LanguageCode: 'en',
        FeedbackOptions: [
          { Text: 'Chains', OptionKey: 2 },
          { Text: 'Rings', OptionKey: 1 },
        ],
      },
    ])
    expect(
      (await save(FeedbackId, { GroupKey: body.GroupKey, Version: body.Version, Options: two })).refusal?.code,
    ).toBe('kit.stale')
  })
  test.each([
    ['one option', { Options: [two[0]] }, 'feedback.options_missing'],
    ['no text in the first language', { Texts: { ja: 'どれ？' }, Options: two }, 'feedback.text_missing'],
    [
      'an option without a text in one of the languages',
      { Texts: { en: 'Which?', ja: 'どれ？' }, Options: [{ Texts: { en: 'Rings' } }, two[1]] },
      'feedback.option_text_missing',
    ],
  ])('feedback question editor: a question with %s is refused', async (_, more, code) => {
    const { FeedbackId } = await formWith(app, { Languages: ['en', 'ja'] })
    expect((await save(FeedbackId, more)).refusal?.code).toBe(code)
  })
})

describe('option of a feedback question', () => {
  test('feedback option: adding an option to an answered question creates a new version of the question', async () => {
    const { FeedbackId } = await formWith(app)
    const question = (
      await app.call(
        contract.addQuestion,
        {
          FeedbackId,
          LanguageCode: 'en',
          Text: 'Which?',
          QuestionType: 'Dropdown',
          FeedbackOptions: [{ Text: 'Rings' }, { Text: 'Chains' }],
        },
        hq,
      )
    ).body
    const { QuestionId, FeedbackOptions } = question
    const added = await app.call(contract.addFeedbackOption, { QuestionId, Text: 'Bangles' }, hq)
    expect(added.body).toMatchObject({ QuestionId, SequenceNo: 3, OptionKey: 3 })
    await app.call(
      contract.submitPublicForm,
      answer(FeedbackId, { QuestionId, OptionIds: [FeedbackOptions[0]!.OptionId] }),
      null,
    )
    const later = (await app.call(contract.addFeedbackOption, { QuestionId, Text: 'Watches', SequenceNo: 1 }, hq)).body
    expect(later).toMatchObject({ OptionKey: 4, SequenceNo: 1 })
    expect(later.QuestionId).not.toBe(QuestionId)
    const { body } = await app.call(contract.getQuestion, { QuestionId: later.QuestionId }, hq)
    expect((body as contract.FeedbackQuestion).FeedbackOptions.map(({ Text }) => Text)).toEqual([
      'Watches',
      'Rings',
      'Chains',
      'Bangles',
    ])
    const deletedOption = (await app.call(contract.deleteFeedbackOption, { OptionId: later.OptionId }, hq)).body
    expect(deletedOption.Status).toBe('Deleted')
    expect((await app.call(contract.restoreFeedbackOption, { OptionId: later.OptionId }, hq)).body.Status).toBe(
      'Active',
    )
  })
})

describe('response to a feedback form', () => {
  test('feedback response: outlet staff can record, exclude, delete and restore a response', async () => {
    const { FeedbackId, questions } = await ratingForm(app)
    const { status, body } = await app.call(
      contract.addFeedbackResponse,
      { FeedbackId, Language: 'en', Answers: [{ QuestionId: questions[0]!.QuestionId, Number: 5 }] },
      outlet,
    )
    expect([status, body]).toMatchObject([
      201,
      { Source: 'Staff', OutletCode: 'KLCC', CustomerId: null, LowScoreYN: 'N' },
    ])
    const { ResponseId, Version } = body
    const off = await app.call(contract.updateFeedbackResponse, { ResponseId, Version, Status: 'Inactive' }, outlet)
    expect(off.body).toMatchObject({ Status: 'Inactive', Version: Version + 1 })
    expect(
      (await app.call(contract.updateFeedbackResponse, { ResponseId, Version, Status: 'Active' }, outlet)).status,
    ).toBe(409)
    expect((await app.call(contract.deleteFeedbackResponse, { ResponseId }, outlet)).body.Status).toBe('Deleted')
    expect((await app.call(contract.restoreFeedbackResponse, { ResponseId }, outlet)).body.Status).toBe('Inactive')
  })
  test('feedback response: staff of another outlet cannot see the response, and head office can', async () => {
    const { FeedbackId, questions } = await ratingForm(app)
    const { body } = await app.call(
      contract.addFeedbackResponse,
      { FeedbackId, Language: 'en', Answers: [{ QuestionId: questions[0]!.QuestionId, Number: 5 }] },
      outlet,
    )
    const pavilion = staffWith({ roles: ['Feedback'], outlet: 'PAV' })
    const { ResponseId } = body
    expect((await app.call(contract.getFeedbackResponse, { ResponseId }, pavilion)).status).toBe(404)
    expect((await app.call(contract.listFeedbackResponses, { Search: { FeedbackId } }, pavilion)).body.count).toBe(0)
    expect(
      (await app.call(contract.listFeedbackResponses, { Search: { FeedbackId, OutletCode: 'KLCC' } }, pavilion)).status,
    ).toBe(403)
    expect((await app.call(contract.listAnswers, { Search: { FeedbackId } }, hq)).body.rows).toMatchObject([
      { ResponseId, Question: 'How was it?', Answer: '5' },
    ])
  })
})
