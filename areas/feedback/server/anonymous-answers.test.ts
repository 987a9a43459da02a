import { describe, expect, test } from 'vitest'
import { invitationFor, npsForm } from '#tests/factories/feedback.ts'
import { hq, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// ANONYMOUS FORMS. Whose answer a response is must not follow from anything that stands on both sides: with the personal link and with the
// response, in tables, lists and the audit log.

const app = useApp({ at: '2026-06-01T04:00:00Z' })
const PEOPLE = 6
const outlets = ['KLCC', 'PAV']
const sources = ['Manual', 'Claim', 'Purchase']

type Row = Record<string, unknown>

/** Six customers with links of different outlets, causes and days answer, each at a moment of their own. */
async function answered(AnonymousYN: 'Y' | 'N') {
  const form = await npsForm(app, { Audience: 'Personal link', AnonymousYN })
  const { FeedbackId, questions } = form
  const pairs: { InvitationId: number; ResponseId: number }[] = []
  // Numbers of links and of responses must not be equal by chance.
  await app.sql(
    `select setval(pg_get_serial_sequence('feedback_invitation', 'invitation_id'), nextval(pg_get_serial_sequence('feedback_invitation', 'invitation_id')) + 5000)`,
  )
  const links = []
  for (let person = 0; person < PEOPLE; person++) links.push(await invitationFor(app, FeedbackId))
  const [staff] = await app.sql<{ staff_id: string }>('select staff_id from staff limit 1')
  for (const [place, link] of [links[3]!, links[0]!, links[5]!, links[1]!, links[4]!, links[2]!].entries()) {
    await app.sql(
      'update feedback_invitation set outlet_code = $2, source = $3, staff_id = $4 where invitation_id = $1',
      ...[link.InvitationId, outlets[place % 2], sources[place % 3], place % 2 ? staff!.staff_id : null],
    )
    app.clock.advance(61 + place)
    const Answers = [
      { QuestionId: questions[0]!.QuestionId, Number: place },
      { QuestionId: questions[1]!.QuestionId, Text: `words ${place}` },
    ]
    const body = { FeedbackId, Token: link.Token, SubmissionKey: crypto.randomUUID(), Language: 'en' as const, Answers }
    const options = { as: null, ip: `10.9.8.${place}` }
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

/** All that is stored about one link. */
const ofLink = async (id: number) => [
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

/** All that is stored about one response, with its answers and the task that follows from it. */
const ofResponse = async (id: number) => [
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

/** Values of more than one sign or digit; a value that all have joins nothing. */
const valuesOf = (rows: readonly Row[]) =>
  new Set(
    rows
      .flatMap(({ row }) => Object.values(row as Row))
      .filter((value) => value !== null)
      .map((value) => JSON.stringify(value))
      .filter((text) => text.length > 3),
  )

async function joined(pairs: readonly { InvitationId: number; ResponseId: number }[]) {
  const links = await Promise.all(pairs.map(async ({ InvitationId }) => valuesOf(await ofLink(InvitationId))))
  const responses = await Promise.all(pairs.map(async ({ ResponseId }) => valuesOf(await ofResponse(ResponseId))))
  const isEveryones = (value: string) =>
    links.every((own) => own.has(value)) || responses.every((own) => own.has(value))
  return links.flatMap((own, place) => [...own].filter((value) => responses[place]!.has(value) && !isEveryones(value)))
}

describe('anonymous form', () => {
  test('nothing that is stored with a link is stored with its response too: neither time, outlet, staff, cause nor network', async () => {
    const { pairs } = await answered('Y')
    expect(await joined(pairs)).toEqual([])
  })

  test('the same question finds what a form that is not anonymous stores on both sides', async () => {
    const { pairs } = await answered('N')
    expect((await joined(pairs)).length).toBeGreaterThan(0)
  })

  test('lists: neither who has answered nor when is shown of a link, and the numbers of answers are', async () => {
    const { FeedbackId } = await answered('Y')
    const links = await app.call(contract.listInvitations, { Search: { FeedbackId } }, hq)
    expect(links.body.rows.map(({ Status, AnsweredAt }) => [Status, AnsweredAt])).toEqual(
      Array(PEOPLE).fill(['Open', null]),
    )
    expect(
      (await app.call(contract.listInvitations, { Search: { FeedbackId, Status: 'Answered' } }, hq)).body.count,
    ).toBe(0)
    const { body } = await app.call(contract.getResults, { FeedbackId } as never, hq)
    expect(body).toMatchObject({ Invited: PEOPLE, Answered: PEOPLE, Responses: PEOPLE, ByStaff: [], ByOutlet: [] })
    const responses = await app.call(contract.listResponses, { Search: { FeedbackId } }, hq)
    for (const one of responses.body.rows)
      expect(one).toMatchObject({
        SubmittedAt: '2026-05-31T16:00:00.000Z',
        OutletCode: null,
        StaffName: null,
        CustomerId: null,
      })
  })

  test('audit log: the response names neither network, session nor call', async () => {
    const { pairs } = await answered('Y')
    const rows = await app.sql(
      `select distinct source_ip, session_id, request_id from audit_record where table_name = 'feedback_response' and object_id = any($1)`,
      pairs.map(({ ResponseId }) => String(ResponseId)),
    )
    expect(rows).toEqual([{ source_ip: null, session_id: null, request_id: 'anonymous' }])
  })
})
