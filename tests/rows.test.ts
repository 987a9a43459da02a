import { beforeAll, describe, expect, test } from 'vitest'
import { fileRoutes, jsonRoutes, rowKinds } from '#app/server/areas.ts'
import type { Privilege, Role } from '#areas/access/roles.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { toJsonSchema } from '#kit/contract/schema.ts'
import type { NamedRow, RowAccessRule } from '#kit/contract/scope.ts'
import { missingRowKeys, type Rows, rowsOf } from './factories/foreign-rows.ts'
import { bodyFor, plausibleWords, seeded, shapeOf } from './factories/generated-bodies.ts'
import { type Caller, staffWith, useApp } from './harness.ts'

// Covers new calls automatically: every call that refers to a row gets a row of another outlet.

const app = useApp()
const endpoints = jsonRoutes.map(({ endpoint }) => endpoint)
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const requested: readonly RowAccessRule[] = ['own account', 'own outlet', 'looked up', 'second person', 'HQ']

let ownRows: Rows
let foreign: Rows
let missing: Rows

beforeAll(async () => {
  ownRows = await rowsOf(app, 'KLCC')
  foreign = await rowsOf(app, 'PAV')
  missing = missingRowKeys(Object.keys(foreign))
})

const kindsOf = ({ kind }: NamedRow) =>
  (typeof kind === 'string' ? [[undefined, kind]] : Object.entries(kind.kinds)) as [string | undefined, string][]

/** Every field that refers to a row with a scope, for every call, with the kind of row. */
const scopedFields = endpoints.flatMap((endpoint) =>
  endpoint.scope.rows
    .filter(
      ({ reach }, index, all) =>
        requested.includes(reach) && all.findIndex(({ field }) => field === all[index]!.field) === index,
    )
    .flatMap((named) =>
      kindsOf(named).map(
        ([type, kind]) => [`${nameOf(endpoint)}: ${kind} in ${named.field}`, endpoint, named, kind, type] as const,
      ),
    ),
)

type Body = Record<string, unknown>

/** A valid body with the row of another outlet in the tested field, and rows of the caller's outlet in the others. */
function bodyWith(endpoint: Endpoint, namedRow: NamedRow, key: string | number, type: string | undefined): Body {
  for (let seed = 1; seed < 4_000; seed++) {
    const body = bodyFor(endpoint, seeded(seed), plausibleWords) as Body
    for (const named of endpoint.scope.rows) {
      if (named.reach === 'opens') put(body, named.field, undefined)
      else if (named.field !== namedRow.field) put(body, named.field, ownRows[kindsOf(named)[0]![1]])
    }
    if (typeof namedRow.kind !== 'string') put(body, namedRow.kind.field, type)
    for (const rowKey of [key, `${key}`]) {
      put(body, namedRow.field, rowKey)
      if (endpoint.body.safeParse(body).success) return body
    }
  }
  throw new Error(`No body fits ${nameOf(endpoint)}`)
}

function put(body: Body, field: string, value: unknown) {
  const [first, ...rest] = field.split('.') as [string, ...string[]]
  if (rest.length > 0) {
    body[first] = { ...(body[first] as Body) }
    put(body[first] as Body, rest.join('.'), value)
  } else if (value === undefined) delete body[first]
  else body[first] = Array.isArray(body[first]) ? [value] : value
}

const everywhere = staffWith({ roles: 'all', privileges: 'all', outlet: 'KLCC' })

/** Staff with exactly the rights that the call requires. */
function least({ access }: Endpoint): Caller {
  if (typeof access === 'string' || !('role' in access)) return staffWith()
  return staffWith({
    roles: [[access.role].flat()[0] as Role],
    privileges: access.privilege ? [access.privilege as Privilege] : [],
  })
}

const auditLength = async () =>
  (
    await app.sql<{ count: number }>(
      `select (select count(*) from audit_record)::int + (select count(*) from audit_log where action_type <> 'Loyalty Watch')::int + (select count(*) from customer_access)::int as count`,
    )
  )[0]!.count

describe('request for a row of another outlet', () => {
  test.each(scopedFields)(
    '%s: a row of another outlet gets the same error as a missing row, and nothing changes',
    async (_, endpoint, named, kind, type) => {
      for (const caller of [everywhere, least(endpoint)]) {
        await app.token(caller)
        const before = await auditLength()
        const messageOf = async (rows: Rows) => {
          const body = bodyWith(endpoint, named, rows[kind]!, type)
          const { status, refusal } = await app.call(endpoint, body as never, caller)
          return { status, code: refusal.code, message: refusal.message, params: refusal.params }
        }
        const refused = await messageOf(foreign)
        expect([403, 404]).toContain(refused.status)
        expect(await messageOf(missing)).toEqual(refused)
        expect(await auditLength()).toBe(before)
      }
    },
  )
})

describe('declared row scope of a call', () => {
  test('declared row scope: every declared field exists in the body of the call', () => {
    const wrong = endpoints.flatMap((endpoint) =>
      endpoint.scope.rows
        .flatMap(({ kind, field }) => (typeof kind === 'string' ? [field] : [field, kind.field]))
        .filter((field) => !fieldsOf(endpoint).has(field))
        .map((field) => `${nameOf(endpoint)}: ${field}`),
    )
    expect(wrong).toEqual([])
  })

  test('declared row scope: every field that looks like the key of a row is declared, or listed with a reason', () => {
    const forgotten = endpoints.flatMap((endpoint) => {
      const declared = new Set(endpoint.scope.rows.map(({ field }) => field))
      return (
        [...fieldsOf(endpoint)]
          .filter((field) => naming.test(field.split('.').at(-1)!) && !declared.has(field))
          // Excludes filters of lists, which find only rows that the list shows anyway.
          .filter(
            (field) => !((field.startsWith('Search.') || isReport(endpoint)) && endpoint.scope.otherwise !== null),
          )
          .map((field) => `${nameOf(endpoint)}: ${field}`)
          .filter((field) => !(field in onPurpose))
      )
    })
    expect(forgotten).toEqual([])
  })

  test('declared row scope: a change of a row that has an outlet is limited to that outlet or head office', () => {
    const unscoped = endpoints
      .filter(({ kind, scope, access }) => {
        const isGuarded = scope.otherwise === 'HQ' || scope.rows.some(({ reach }) => requested.includes(reach))
        return kind === 'change' && !isGuarded && access !== 'public'
      })
      .filter(({ reply, scope }) => {
        const named = scope.rows.filter(({ reach }) => reach === 'everyone')
        return named.length > 0 && 'OutletCode' in (toJsonSchema(reply, 'output').properties ?? {})
      })
    expect(unscoped.map(nameOf)).toEqual([])
  })

  test('declared row scope: every kind of row is used by a call', () => {
    const used = new Set(
      [...endpoints, ...fileRoutes.flatMap(({ calls }) => calls)].flatMap(({ scope }) =>
        scope.rows.flatMap((named) => kindsOf(named).map(([, kind]) => kind)),
      ),
    )
    expect(Object.keys(rowKinds).filter((kind) => !used.has(kind))).toEqual([])
  })
})

/** Returns true for reports, whose filters are next to the page fields, as specified. */
const isReport = ({ path }: Endpoint) => path.startsWith('/reporting/')

const naming = /(^|[a-z])(Ids?|MembershipNo|InvoiceNo|ReferenceCode|mbsno)$/

/** Fields whose names look like row keys but that refer to no row, with the reason for each. */
const onPurpose: Readonly<Record<string, string>> = {
  'POST /auth/passkeys/sign-in/finish: Response.rawId':
    'the credential of the authenticator, which the signature proves',
  'POST /auth/passkeys/add/finish: Response.rawId': 'the credential of the authenticator, which does not exist yet',
  'POST /auth/sign-in/resend: ChallengeId': 'is a secret',
  'POST /till/exchanges/add: Return.InvoiceNo': 'is the number of a new return',
  'POST /till/exchanges/add: Return.MembershipNo': 'is that of the returned sale, or refused',
  'POST /till/exchanges/add: Sale.InvoiceNo': 'is the number of a new sale',
  'POST /till/redemptions/add: InvoiceNo': 'is the number on the slip, also of a sale that is sent later',
  'POST /till/vouchers/use: InvoiceNo': 'is the number on the slip, also of a sale that is sent later',
  'POST /auth/sign-in/verify: ChallengeId': 'is a secret',
  'POST /auth/customer/sign-in: ChallengeId': 'is a secret',
  'POST /passcodes/validate: ChallengeId': 'is a secret',
  'POST /customer/customers/email-verification/validate: ChallengeId': 'is a secret',
  'POST /passcodes/add: StaffId': 'is a choice',
  'POST /auth/system/sign-in: ClientId': 'is authenticated by its secret',
  'POST /auth/system/sign-in/code: ClientId': 'is authenticated by its code',
  'POST /setup/custom-fields/add: FieldListId': 'is the name of a list',
  'POST /setup/custom-fields/update: FieldListId': 'is the name of a list',
  'POST /login-activities/add: ObjectId': 'records an event of the caller’s session',
  'POST /auth/sso/sign-in: RedirectedUserId': 'is sent by the provider and ignored',
  'POST /auth/identities/finish: RedirectedUserId': 'is sent by the provider and ignored',
  'POST /pronto-sync/vouchers/update/batch: BatchId': 'selects from rows that head office sees anyway',
  'POST /customer/activities/add: SSOBuildingId': 'its use case permits only the caller’s outlet',
  'POST /task/tasks/add: SSOBuildingId': 'its use case permits only the caller’s outlet',
  'POST /task/tasks/update: SSOBuildingId': 'head office alone changes it',
  'POST /customer/customers/add: LeadSourceId': 'is a choice',
  'POST /customer/customers/update: LeadSourceId': 'is a choice',
  'POST /task/tasks/add: OwnerStaffId': 'is a choice',
  'POST /task/tasks/update: OwnerStaffId': 'is a choice',
  'POST /feedback/response/add: Answers.QuestionId': 'must belong to the form',
  'POST /feedback/response/add: Answers.OptionIds': 'must belong to the question',
  'POST /feedback/public/find-one: FeedbackId': 'is in the address of a public form',
  'POST /feedback/public/submit: FeedbackId': 'is in the address of a public form',
  'POST /feedback/public/submit: Answers.QuestionId': 'must belong to the form',
  'POST /feedback/public/submit: Answers.OptionIds': 'must belong to the question',
  'POST /campaign/sends/add: TemplateId': 'templates are read by every outlet',
  'POST /campaign/sends/preview: TemplateId': 'templates are read by every outlet',
  'POST /campaign/campaigns/add: RewardId': 'is a choice',
  'POST /campaign/campaigns/update: RewardId': 'is a choice',
  'POST /campaign/campaigns/add: TemplateId': 'templates are read by every outlet',
  'POST /campaign/campaigns/update: TemplateId': 'templates are read by every outlet',
  'POST /buildings/add: BuildingTypeId': 'is a choice',
  'POST /buildings/update: BuildingTypeId': 'is a choice',
  'POST /customer/customers/add: PreferredStaffId': 'is a choice',
  'POST /customer/customers/update: PreferredStaffId': 'is a choice',
  'POST /customer/memberships/add: CardGroupId': 'is a choice',
  'POST /point/structures/add: CardGroupId': 'is a choice',
  'POST /point/structures/update: CardGroupId': 'is a choice',
  'POST /point/structures/update: Details.StructureDetailId': 'is a part of the structure',
  'POST /point/rates/update: Details.RateDetailId': 'is a part of the rate',
  'POST /list-views/choose: DefaultViewId': 'is a choice among the visible views',
  'POST /customer/memberships/upgrade/prepare: InvoiceNo': 'is searched among the sales of the member',
  'POST /reward/contact-templates/add: ReferenceCode': 'is the code of an event or a reward',
  'POST /reward/contact-templates/update: ReferenceCode': 'is the code of an event or a reward',
  'POST /reward/contact-templates/customer/find-all: ReferenceCode': 'is the code of an event or a reward',
  'POST /reward/contact-templates/customer/find-all: TemplateId': 'templates are read by every outlet',
  'POST /task/tasks/contact: TemplateId': 'templates are read by every outlet',
  'POST /task/tasks/contact-preview: TemplateId': 'templates are read by every outlet',
  'POST /reward/contact-templates/customer/find-all: RewardReferenceCode': 'must belong to the customer',
  'POST /reward/contact-templates/preview: RewardReferenceCode': 'must belong to the customer',
  'POST /messages/bounces/add: EventId': 'is the number of a report',
  'POST /messages/bounces/add: MessageId': 'is reported by a program of the company',
  'POST /customer/merges/add: ConfirmMembershipNo': 'repeats another field',
  'POST /customer/memberships/transaction-summaries/add: InvoiceNo': 'is the number of the new sale',
  'POST /point/histories/find-all: Search.InvoiceNo': 'is searched in the ledger of the member',
  'POST /point/explain: InvoiceNo': 'is searched in the ledger of the member',
  'POST /point/adjustments/add: InvoiceNo': 'is a remark',
  'POST /point/adjustments/update: InvoiceNo': 'is a remark',
  'POST /reward/customer-rewards/add: MembershipNo': 'is searched among the memberships of the customer',
  'POST /reward/customer-rewards/add: RewardId': 'is a choice',
  'POST /reward/customer-rewards/issue: RewardId': 'is a choice',
  'POST /reward/customer-rewards/redeem: Rewards.RewardId': 'is a choice',
  'POST /reward/customer-rewards/lookup: InvoiceNo': 'is searched among the sales of the customer',
  'POST /reward/customer-rewards/claim: InvoiceNo': 'is searched among the sales of the customer',
  'POST /reward/customer-rewards/collect: InvoiceNo': 'is searched among the sales of the customer',
  'POST /reward/customer-rewards/update: InvoiceNo': 'is searched among the sales of the customer',
  'POST /point/expiry-rewards/eligible: MembershipNo': 'filters a list of the caller’s outlet',
}

function fieldsOf(endpoint: Endpoint): Set<string> {
  type Shape = ReturnType<typeof shapeOf>
  const fieldsOf = (shape: Shape, before: string): string[] => [
    ...Object.entries(shape.properties ?? {}).flatMap(([name, one]) => [
      before + name,
      ...fieldsOf(one, `${before}${name}.`),
    ]),
    ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])].flatMap((one) => fieldsOf(one, before)),
    ...(shape.items ? fieldsOf(shape.items, before) : []),
  ]
  return new Set(fieldsOf(shapeOf(endpoint), ''))
}
