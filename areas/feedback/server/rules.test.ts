import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addCustomerReward, claimReward, collectReward, issueRewards } from '#areas/customer-rewards/contract.ts'
import { addTemplate } from '#areas/messages/contract.ts'
import { writeMessagesJob } from '#areas/messages/server/occasions.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { invitationFor, npsForm, ratingForm } from '#tests/factories/feedback.ts'
import { nextNumber, staff } from '#tests/factories/people.ts'
import { points, reward, stock, voucherReward } from '#tests/factories/rewards.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({
  at: '2026-06-01T04:00:00Z',
  prepare: async ({ db }) => {
    await addEarningRules(db)
  },
})

const template = async () => {
  const templates = await app.sql(
    `select 1 from contact_template where event = 'FEEDBACK-INVITED' and status = 'Active'`,
  )
  if (templates.length > 0) return
  const { status, body } = await app.call(
    addTemplate,
    {
      Name: 'Ask',
      ContactType: 'Email',
      Event: 'FEEDBACK-INVITED',
      Status: 'Active',
      Texts: [
        {
          Language: 'en',
          Subject: 'How was it?',
          Body: '<p>{{ FeedbackName }}: <a href="{{ FeedbackLink }}">answer</a></p>',
        },
      ],
    },
    hq,
  )
  if (status !== 201) throw new Error(JSON.stringify(body))
}

const buyer = async (Email = `buyer${nextNumber()}@carat.example`) => {
  const customer = await member(app.db)
  await app.sql('update customer set email = $1 where customer_id = $2', Email, customer.CustomerId)
  await app.sql(
    `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
     values ($1, 'Service', 'Y', '1', 'Counter', '2026-01-01'), ($1, 'Email', 'Y', '1', 'Counter', '2026-01-01')`,
    customer.CustomerId,
  )
  return customer
}

const purchase = (MembershipNo: string, amount: string) =>
  app.call(
    addTransaction,
    {
      OutletCode: 'KLCC',
      MembershipNo,
      InvoiceNo: `FB${nextNumber()}`,
      TransactionType: 'N',
      Details: [line(amount)],
    } as never,
    hq,
  )
const invitationsOf = (FeedbackId: number) =>
  app.sql<{ source: string; outlet_code: string; status: string }>(
    'select source, outlet_code, status from feedback_invitation where feedback_id = $1 order by invitation_id',
    FeedbackId,
  )
const deactivateForm = (FeedbackId: number) =>
  app.sql(`update feedback set status = 'Inactive' where feedback_id = ${FeedbackId}`)

describe('feedback invitation after a purchase', () => {
  test('invitation after a purchase: no invitation is sent while no active template contains the link', async () => {
    const { FeedbackId } = await ratingForm(app, { Audience: 'After purchase' })
    expect((await purchase((await buyer()).MembershipNo, '100.00')).status).toBe(201)
    expect(await invitationsOf(FeedbackId)).toEqual([])
    await deactivateForm(FeedbackId)
  })
  test('invitation after a purchase: a purchase of the minimum amount leads to one invitation in each repeat interval', async () => {
    await template()
    const { FeedbackId } = await ratingForm(app, { Audience: 'After purchase', MinimumPurchase: '500' })
    const { MembershipNo } = await buyer()
    await purchase(MembershipNo, '499.99')
    expect(await invitationsOf(FeedbackId)).toEqual([])
    await purchase(MembershipNo, '500.00')
    await purchase(MembershipNo, '800.00')
    expect(await invitationsOf(FeedbackId)).toEqual([{ source: 'Purchase', outlet_code: 'KLCC', status: 'Open' }])
    app.clock.set('2026-08-30T04:00:00Z')
    await purchase(MembershipNo, '500.00')
    expect(await invitationsOf(FeedbackId)).toHaveLength(2)
    app.clock.set('2026-06-01T04:00:00Z')
    await deactivateForm(FeedbackId)
  })
  test('invitation after a purchase: the message contains the personal link, and the response belongs to the customer', async () => {
    await template()
    const { FeedbackId, questions } = await ratingForm(app, { Audience: 'After purchase' })
    const { MembershipNo, CustomerId } = await buyer()
    await purchase(MembershipNo, '500.00')
    await writeMessagesJob.run(jobContext(app))
    const [message] = await app.sql<{ html: string; result: string; reason: string | null }>(
      'select html, result, reason from contact_log where customer_id = $1',
      CustomerId,
    )
    expect(message).toMatchObject({ result: 'Queued', reason: null })
    const [, Token] = new RegExp(`/customer/feedback/${FeedbackId}#([\\w.-]+)`).exec(message!.html)!
    const reply = await app.call(
      contract.submitPublicForm,
      {
        FeedbackId,
        Token,
        SubmissionKey: crypto.randomUUID(),
        Language: 'en',
        Answers: [{ QuestionId: questions[0]!.QuestionId, Number: 5 }],
      },
      null,
    )
    expect(reply.status).toBe(201)
    expect((await app.call(contract.listFeedbackResponses, { Search: { FeedbackId } }, hq)).body.rows).toMatchObject([
      { CustomerId, Source: 'Purchase', OutletCode: 'KLCC' },
    ])
    await deactivateForm(FeedbackId)
  })
})

describe('feedback invitation after a claim or collection', () => {
  test.each([
    ['After claim', 'Claim'],
    ['After collect', 'Collect'],
  ] as const)('audience %s: an event that is delivered twice creates one invitation', async (Audience, Source) => {
    await template()
    const { FeedbackId } = await ratingForm(app, { Audience })
    const { CustomerId } = await buyer()
    const tell = () =>
      sql`select invite_by_rule(${Audience}, 'act RW1', ${CustomerId}::bigint, 'PAV', null, null, ${app.clock.now()})`.execute(
        app.db,
      )
    await tell()
    await tell()
    expect(await invitationsOf(FeedbackId)).toEqual([{ source: Source, outlet_code: 'PAV', status: 'Open' }])
    await deactivateForm(FeedbackId)
  })
})

describe('feedback invitation at the counter', () => {
  test('invitation at the counter: a claim and a collection each lead to an invitation with outlet and serving staff', async () => {
    await template()
    const afterClaim = await ratingForm(app, { Audience: 'After claim' })
    const afterCollect = await ratingForm(app, { Audience: 'After collect' })
    const clerk = staffWith({ roles: ['Redeem Rewards', 'Claim Rewards', 'Collect Rewards'], outlet: 'PAV' })
    const { MembershipNo, CustomerId } = await buyer()
    await points(app.db, MembershipNo, 500)
    const voucher = await voucherReward(app.db, 1)
    await app.call(issueRewards, { RewardId: voucher.RewardId, MembershipNos: [MembershipNo] }, hq)
    const named = { RewardCode: voucher.Code, IdentifierType: 'MembershipNo', Identifier: MembershipNo } as const
    expect((await app.call(claimReward, named, clerk)).status).toBe(200)
    const { RewardId } = await reward(app.db)
    await stock(app.db, RewardId, 'PAV', 1)
    const { body } = await app.call(addCustomerReward, { CustomerId, RewardId }, clerk)
    const { ReferenceCode } = body
    const redemption = { ReferenceCode, IdentifierType: 'MembershipNo', Identifier: MembershipNo } as const
    expect((await app.call(collectReward, redemption, clerk)).status).toBe(200)
    expect((await app.call(collectReward, redemption, clerk)).status).toBe(409)
    expect(await invitationsOf(afterClaim.FeedbackId)).toEqual([
      { source: 'Claim', outlet_code: 'PAV', status: 'Open' },
    ])
    expect(await invitationsOf(afterCollect.FeedbackId)).toEqual([
      { source: 'Collect', outlet_code: 'PAV', status: 'Open' },
    ])
    await deactivateForm(afterClaim.FeedbackId)
    await deactivateForm(afterCollect.FeedbackId)
  })
})

describe('feedback invitation by hand', () => {
  test('invitation by hand: a customer has at most one open link, and staff can revoke a link that was not answered', async () => {
    const { FeedbackId } = await ratingForm(app, { Audience: 'Personal link' })
    const { CustomerId } = await buyer()
    const make = () => app.call(contract.addInvitations, { FeedbackId, CustomerIds: [CustomerId, CustomerId] }, hq)
    const first = (await make()).body.Invitations
    expect(first).toHaveLength(1)
    expect((await make()).body.Invitations.map(({ Url }) => Url)).toEqual([first[0]!.Url])
    const { InvitationId } = first[0]!
    const clerk = staffWith({ roles: ['Feedback'], outlet: 'PAV' })
    expect((await app.call(contract.revokeInvitation, { InvitationId }, clerk)).status).toBe(404)
    expect((await app.call(contract.revokeInvitation, { InvitationId }, hq)).body.Status).toBe('Revoked')
    expect((await app.call(contract.revokeInvitation, { InvitationId }, hq)).refusal?.code).toBe(
      'feedback.invitation_not_open',
    )
  })
})

describe('results of a feedback form', () => {
  test('feedback results: options, ratings and NPS are counted by outlet, month and language, with the response rate', async () => {
    const { FeedbackId, questions } = await npsForm(app)
    const [nps] = questions
    const scores = [10, 9, 9, 8, 7, 6, 0]
    for (const [index, score] of scores.entries()) {
      app.clock.set(index < 4 ? '2026-06-01T04:00:00Z' : '2026-07-01T04:00:00Z')
      const { Token } = await invitationFor(app, FeedbackId)
      const why = { QuestionId: questions[1]!.QuestionId, Text: 'x' }
      await app.call(
        contract.submitPublicForm,
        {
          FeedbackId,
          Token,
          SubmissionKey: crypto.randomUUID(),
          Language: index % 2 === 0 ? 'en' : 'ja',
          Answers: [{ QuestionId: nps!.QuestionId, Number: score }, ...(score <= 6 ? [why] : [])],
        },
        null,
      )
    }
    await invitationFor(app, FeedbackId)
    app.clock.set('2026-06-01T04:00:00Z')
    const { body, status } = await app.call(contract.getFeedbackResults, { FeedbackId }, hq)
    expect([status, body]).toMatchObject([
      200,
      {
        Responses: 7,
        LowScores: 2,
        Invited: 8,
        Answered: 7,
        ResponseRate: '87.5',
        // NPS: (3 promoters − 2 detractors) / 7 answers.
        Nps: { Answers: 7, Promoters: 3, Passives: 2, Detractors: 2, Score: 14 },
        ByMonth: [
          { Key: '2026-06', Responses: 4, Nps: { Score: 75 } },
          { Key: '2026-07', Responses: 3, Nps: { Score: -67 } },
        ],
        ByOutlet: [{ Key: 'KLCC', Name: 'Suria KLCC', Responses: 7 }],
        ByLanguage: [
          { Key: 'en', Responses: 4 },
          { Key: 'ja', Responses: 3 },
        ],
        Questions: [
          { Answers: 7, Average: '7.00', Versions: 1 },
          { Answers: 2, Average: null, Options: [] },
        ],
      },
    ])
    expect(body.Questions[0]!.Options.map(({ Count }) => Count)).toEqual([1, 0, 0, 0, 0, 0, 1, 1, 1, 2, 1])
    expect(body.Questions[0]!.Options[9]).toEqual({ Key: '9', Text: '9', Count: 2, Percent: '28.6' })
    expect(
      (await app.call(contract.getFeedbackResults, { FeedbackId, DateFrom: '2026-07-01' }, hq)).body.Responses,
    ).toBe(3)
    const pavilion = staffWith({ roles: ['Feedback Analysis Report'], outlet: 'PAV' })
    expect((await app.call(contract.getFeedbackResults, { FeedbackId }, pavilion)).body.Responses).toBe(0)
  })

  test('feedback results: the results are grouped by serving staff and can be filtered by card category', async () => {
    const { FeedbackId, questions } = await npsForm(app)
    const [nps, why] = questions
    const served = [await staff(app.db, { FullName: 'Aina' }), await staff(app.db, { FullName: 'Bala' })]
    const [gold, plain] = [await member(app.db, { category: 'GOLD' }), await member(app.db)]
    // Compares the serving staff, the customer and the score of each response.
    const responses = [
      [0, gold, 10],
      [0, gold, 9],
      [0, plain, 2],
      [1, plain, 5],
    ] as const
    for (const [by, { CustomerId }, score] of responses) {
      const { InvitationId, Token } = await invitationFor(app, FeedbackId)
      await app.sql(
        'update feedback_invitation set staff_id = $1, customer_id = $2 where invitation_id = $3',
        served[by]!.StaffId,
        CustomerId,
        InvitationId,
      )
      const comment = { QuestionId: why!.QuestionId, Text: 'The queue' }
      const { status } = await app.call(
        contract.submitPublicForm,
        {
          FeedbackId,
          Token,
          SubmissionKey: crypto.randomUUID(),
          Language: 'en',
          Answers: [{ QuestionId: nps!.QuestionId, Number: score }, ...(score <= 6 ? [comment] : [])],
        },
        null,
      )
      expect(status).toBe(201)
    }
    const all = await app.call(contract.getFeedbackResults, { FeedbackId }, hq)
    // NPS: (2 promoters − 1 detractor) / 3 answers for Aina, and 1 detractor / 1 answer for Bala.
    expect(all.body.ByStaff).toMatchObject([
      { Key: `${served[0]!.StaffId}`, Name: 'Aina', Responses: 3, Nps: { Score: 33 } },
      { Key: `${served[1]!.StaffId}`, Name: 'Bala', Responses: 1, Nps: { Score: -100 } },
    ])
    const { body } = await app.call(contract.getFeedbackResults, { FeedbackId, CardCategoryCode: 'GOLD' }, hq)
    expect(body).toMatchObject({ Responses: 2, Nps: { Score: 100 } })
  })
})
