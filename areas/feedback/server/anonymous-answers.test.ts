import { describe, expect, test } from 'vitest'
import { invitationFor, npsForm } from '#tests/factories/feedback.ts'
import { hq, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// Anonymous forms must not reveal the author of a response.
// No value may be stored both with the personal link and with the response, in tables, lists or the audit log.

const app = useApp({ at: '2026-06-01T04:00:00Z' })
const PEOPLE = 6
const outlets = ['KLCC', 'PAV']
const sources = ['Manual', 'Claim', 'Purchase']

type Row = Record<string, unknown>

/** Six customers answer by personal links with different outlets, sources, days and times. */
async function answerByLinks(AnonymousYN: 'Y' | 'N') {
  const form = await npsForm(app, { Audience: 'Personal link', AnonymousYN })
  const { FeedbackId, questions } = form
  const pairs: { InvitationId: number; ResponseId: number }[] = []
  // Makes the ids of links and responses differ.
  await app.sql(
    `select setval(pg_get_serial_sequence('feedback_invitation', 'invitation_id'), nextval(pg_get_serial_sequence('feedback_invitation', 'invitation_id')) + 5000)`,
  )
  const links = []
  for (let person = 0; person < PEOPLE; person++) links.push(await invitationFor(app, FeedbackId))
  const [staff] = await app.sql<{ staff_id: string }>('select staff_id from staff limit 1')
  for (const [index, link] of [links[3]!, links[0]!, links[5]!, links[1]!, links[4]!, links[2]!].entries()) {
    await app.sql(
      'update feedback_invitation set outlet_code = $2, source = $3, staff_id = $4 where invitation_id = $1',
      ...[link.InvitationId, outlets[index % 2], sources[index % 3], index % 2 ? staff!.staff_id : null],
    )
    app.clock.advance(61 + index)
    const Answers = [
      { QuestionId: questions[0]!.QuestionId, Number: index },
      { QuestionId: questions[1]!.QuestionId, Text: `words ${index}` },
    ]
    const body = { FeedbackId, Token: link.Token, SubmissionKey: crypto.randomUUID(), Language: 'en' as const, Answers }
    const options = { as: null, ip: `10.9.8.${index}` }
    expect((await app.call(contract.submitPublicForm, body, options)).status).toBe(201)
    const [newest] = await app.sql<{ id: string }>(
      'select max(response_id) as id from feedback_response where feedback_id = $1',
      FeedbackId,
    )
    pairs.push({ InvitationId: link.InvitationId, ResponseId: Number(newest!.id) })
  }
  return { FeedbackId, pairs }
}

const sql = (text: string, ...values: unknown[]) => app.sql<Row>(text, ...values)

/** Reads all stored values about one link. */
const linkRows = async (id: number) => [
  ...(await sql('select to_jsonb(i) - $2::text[] as row from feedback_invitation i where invitation_id = $1', id, [
    'feedback_id',
    'status',
  ])),
  ...(await sql(
    `select jsonb_build_object('CustomerId', customer_id, 'Language', language) as row from customer
    where customer_id = (select customer_id from feedback_invitation where invitation_id = $1)`,
    id,
  )),
  ...(await sql(
    `select to_jsonb(a) - $2::text[] as row from audit_record a where table_name = 'feedback_invitation' and object_id = $1::text and action_type <> 'Create'`,
    String(id),
    ['table_name', 'object_type', 'action_type', 'updated_by', 'outlet_code'],
  )),
]

/** Reads all stored values about one response, with its answers and its follow-up task. */
const responseRows = async (id: number) => [
  ...(await sql('select to_jsonb(r) - $2::text[] as row from feedback_response r where response_id = $1', id, [
    'feedback_id',
    'status',
    'low_score_yn',
    'language',
  ])),
  ...(await sql(
    'select to_jsonb(t) as row from task t where related_type = $1 and related_id = $2',
    'Feedback',
    String(id),
  )),
  ...(await sql(
    `select to_jsonb(a) - $2::text[] as row from audit_record a where table_name = 'feedback_response' and object_id = $1::text`,
    String(id),
    ['table_name', 'object_type', 'action_type', 'updated_field_name', 'updated_info'],
  )),
  ...(await sql(
    `select to_jsonb(l) - $2::text[] as row from audit_log l where log_text like '%' || $1 and object_type = 'Task'`,
    String(id),
    ['action_type'],
  )),
]

/** Returns the values that are long enough to identify a row. `sharedValues` excludes values common to all rows. */
const valuesOf = (rows: readonly Row[]) =>
  new Set(
    rows
      .flatMap(({ row }) => Object.values(row as Row))
      .filter((value) => value !== null)
      .map((value) => JSON.stringify(value))
      .filter((text) => text.length > 3),
  )

async function sharedValues(pairs: readonly { InvitationId: number; ResponseId: number }[]) {
  const links = await Promise.all(pairs.map(async ({ InvitationId }) => valuesOf(await linkRows(InvitationId))))
  const responses = await Promise.all(pairs.map(async ({ ResponseId }) => valuesOf(await responseRows(ResponseId))))
  const isCommon = (value: string) =>
    links.every((values) => values.has(value)) || responses.every((values) => values.has(value))
  return links.flatMap((values, index) =>
    [...values].filter((value) => responses[index]!.has(value) && !isCommon(value)),
  )
}

describe('anonymous feedback form', () => {
  test('anonymous form: a link and its response have no stored time, outlet, staff, cause or network in common', async () => {
    const { pairs } = await answerByLinks('Y')
    expect(await sharedValues(pairs)).toEqual([])
  })

  test('named form: a link and its response have stored values in common, which the comparison finds', async () => {
    const { pairs } = await answerByLinks('N')
    expect((await sharedValues(pairs)).length).toBeGreaterThan(0)
  })

  test('anonymous form: lists hide which links were answered and when, and results show only the number of answers', async () => {
    const { FeedbackId } = await answerByLinks('Y')
    const links = await app.call(contract.listInvitations, { Search: { FeedbackId } }, hq)
    expect(links.body.rows.map(({ Status, AnsweredAt }) => [Status, AnsweredAt])).toEqual(
      Array(PEOPLE).fill(['Open', null]),
    )
    expect(
      (await app.call(contract.listInvitations, { Search: { FeedbackId, Status: 'Answered' } }, hq)).body.count,
    ).toBe(0)
    const { body } = await app.call(contract.getFeedbackResults, { FeedbackId } as never, hq)
    expect(body).toMatchObject({ Invited: PEOPLE, Answered: PEOPLE, Responses: PEOPLE, ByStaff: [], ByOutlet: [] })
    const responses = await app.call(contract.listFeedbackResponses, { Search: { FeedbackId } }, hq)
    for (const response of responses.body.rows)
      expect(response).toMatchObject({
        SubmittedAt: '2026-05-31T16:00:00.000Z',
        OutletCode: null,
        StaffName: null,
        CustomerId: null,
      })
  })

  test('anonymous form: the audit log of a response names no network, session or request', async () => {
    const { pairs } = await answerByLinks('Y')
    const rows = await app.sql(
      `select distinct source_ip, session_id, request_id from audit_record where table_name = 'feedback_response' and object_id = any($1)`,
      pairs.map(({ ResponseId }) => String(ResponseId)),
    )
    expect(rows).toEqual([{ source_ip: null, session_id: null, request_id: 'anonymous' }])
  })
})
