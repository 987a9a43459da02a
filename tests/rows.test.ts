import { beforeAll, describe, expect, test } from 'vitest'
import { files, routes, rowKinds } from '#app/server/areas.ts'
import type { Privilege, Role } from '#areas/access/roles.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { schemaOf } from '#kit/contract/schema.ts'
import type { NamedRow, Reach } from '#kit/contract/scope.ts'
import { missingRows, type Rows, rowsOf } from './factories/foreign-rows.ts'
import { bodyFor, plausible, seeded, shapeOf } from './factories/generated-bodies.ts'
import { type Caller, staffWith, useApp } from './harness.ts'

// Written once, grows by itself: every call that names a row tries one of another outlet.

const app = useApp()
const endpoints = routes.map(({ endpoint }) => endpoint)
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const requested: readonly Reach[] = ['own account', 'own outlet', 'looked up', 'second person', 'HQ']

let own: Rows
let foreign: Rows
let missing: Rows

beforeAll(async () => {
  own = await rowsOf(app, 'KLCC')
  foreign = await rowsOf(app, 'PAV')
  missing = missingRows(Object.keys(foreign))
})

const kindsOf = ({ kind }: NamedRow) =>
  (typeof kind === 'string' ? [[undefined, kind]] : Object.entries(kind.kinds)) as [string | undefined, string][]

/** Every field of every call that names a row under a scope, with the kind that it names. */
const tried = endpoints.flatMap((endpoint) =>
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

/** A body that the call takes, with the row under trial in its place and rows of the caller's outlet in the others. */
function bodyWith(endpoint: Endpoint, tried: NamedRow, key: string | number, type: string | undefined): Body {
  for (let seed = 1; seed < 4_000; seed++) {
    const body = bodyFor(endpoint, seeded(seed), plausible) as Body
    for (const named of endpoint.scope.rows) {
      if (named.reach === 'opens') put(body, named.field, undefined)
      else if (named.field !== tried.field) put(body, named.field, own[kindsOf(named)[0]![1]])
    }
    if (typeof tried.kind !== 'string') put(body, tried.kind.field, type)
    for (const written of [key, `${key}`]) {
      put(body, tried.field, written)
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

/** Those who may make the call and nothing else. */
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

describe('a row of another outlet', () => {
  test.each(tried)(
    '%s is refused as one that does not exist, and nothing is done',
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

describe('the declaration', () => {
  test('names fields that the body has', () => {
    const wrong = endpoints.flatMap((endpoint) =>
      endpoint.scope.rows
        .flatMap(({ kind, field }) => (typeof kind === 'string' ? [field] : [field, kind.field]))
        .filter((field) => !fieldsOf(endpoint).has(field))
        .map((field) => `${nameOf(endpoint)}: ${field}`),
    )
    expect(wrong).toEqual([])
  })

  test('leaves out no field that names a row: what looks like one is declared, or stands here with its reason', () => {
    const forgotten = endpoints.flatMap((endpoint) => {
      const declared = new Set(endpoint.scope.rows.map(({ field }) => field))
      return (
        [...fieldsOf(endpoint)]
          .filter((field) => naming.test(field.split('.').at(-1)!) && !declared.has(field))
          // What narrows a list finds among the rows that the list shows anyway.
          .filter(
            (field) => !((field.startsWith('Search.') || isReport(endpoint)) && endpoint.scope.otherwise !== null),
          )
          .map((field) => `${nameOf(endpoint)}: ${field}`)
          .filter((field) => !(field in onPurpose))
      )
    })
    expect(forgotten).toEqual([])
  })

  test('scope: a change of a row that names an outlet belongs to that outlet or to head office', () => {
    const unscoped = endpoints
      .filter(({ kind, scope, access }) => {
        const isGuarded = scope.otherwise === 'HQ' || scope.rows.some(({ reach }) => requested.includes(reach))
        return kind === 'change' && !isGuarded && access !== 'public'
      })
      .filter(({ reply, scope }) => {
        const named = scope.rows.filter(({ reach }) => reach === 'everyone')
        return named.length > 0 && 'OutletCode' in (schemaOf(reply, 'output').properties ?? {})
      })
    expect(unscoped.map(nameOf)).toEqual([])
  })

  test('of kinds is used whole: every kind of row is named by some call', () => {
    const used = new Set(
      [...endpoints, ...files.flatMap(({ calls }) => calls)].flatMap(({ scope }) =>
        scope.rows.flatMap((named) => kindsOf(named).map(([, kind]) => kind)),
      ),
    )
    expect(Object.keys(rowKinds).filter((kind) => !used.has(kind))).toEqual([])
  })
})

/** Filters of a report stand beside its page, as the specification has them. */
const isReport = ({ path }: Endpoint) => path.startsWith('/reporting/')

const naming = /(^|[a-z])(Ids?|MembershipNo|InvoiceNo|ReferenceCode|mbsno)$/

/** Fields that look as if they named a row, and why they don't. */
const onPurpose: Readonly<Record<string, string>> = {
  'POST /auth/sign-in/resend: ChallengeId': 'a secret of its own',
  'POST /auth/sign-in/verify: ChallengeId': 'a secret of its own',
  'POST /auth/customer/sign-in: ChallengeId': 'a secret of its own',
  'POST /passcodes/validate: ChallengeId': 'a secret of its own',
  'POST /customer/customers/email-verification/validate: ChallengeId': 'a secret of its own',
  'POST /passcodes/add: StaffId': 'is a choice',
  'POST /auth/system/sign-in: ClientId': 'asks for its secret',
  'POST /auth/system/sign-in/code: ClientId': 'asks for its code',
  'POST /setup/custom-fields/add: FieldListId': 'is what people call a list',
  'POST /setup/custom-fields/update: FieldListId': 'is what people call a list',
  'POST /login-activities/add: ObjectId': 'is a note about the own session',
  'POST /auth/sso/sign-in: RedirectedUserId': 'is what a provider sends along, and not used',
  'POST /auth/identities/finish: RedirectedUserId': 'is what a provider sends along, and not used',
  'POST /pronto-sync/vouchers/update/batch: BatchId': 'chooses among what head office sees anyway',
  'POST /customer/activities/add: SSOBuildingId': 'its use case keeps to the own outlet',
  'POST /task/tasks/add: SSOBuildingId': 'its use case keeps to the own outlet',
  'POST /task/tasks/update: SSOBuildingId': 'head office alone changes it',
  'POST /customer/customers/add: LeadSourceId': 'is a choice',
  'POST /customer/customers/update: LeadSourceId': 'is a choice',
  'POST /task/tasks/add: OwnerStaffId': 'is a choice',
  'POST /task/tasks/update: OwnerStaffId': 'is a choice',
  'POST /feedback/response/add: Answers.QuestionId': 'has to be one of the form',
  'POST /feedback/response/add: Answers.OptionIds': 'has to be one of the question',
  'POST /feedback/public/find-one: FeedbackId': 'is in the address of a form that anybody may open',
  'POST /feedback/public/submit: FeedbackId': 'is in the address of a form that anybody may open',
  'POST /feedback/public/submit: Answers.QuestionId': 'has to be one of the form',
  'POST /feedback/public/submit: Answers.OptionIds': 'has to be one of the question',
  'POST /campaign/sends/add: TemplateId': 'templates are read by every outlet',
  'POST /campaign/campaigns/add: RewardId': 'is a choice',
  'POST /campaign/campaigns/update: RewardId': 'is a choice',
  'POST /buildings/add: BuildingTypeId': 'is a choice',
  'POST /buildings/update: BuildingTypeId': 'is a choice',
  'POST /customer/customers/add: PreferredStaffId': 'is a choice',
  'POST /customer/customers/update: PreferredStaffId': 'is a choice',
  'POST /customer/memberships/add: CardGroupId': 'is a choice',
  'POST /point/structures/add: CardGroupId': 'is a choice',
  'POST /point/structures/update: CardGroupId': 'is a choice',
  'POST /point/structures/update: Details.StructureDetailId': 'is a part of the structure',
  'POST /point/rates/update: Details.RateDetailId': 'is a part of the rate',
  'POST /list-views/choose: DefaultViewId': 'is a choice among the views that one sees',
  'POST /customer/memberships/upgrade/prepare: InvoiceNo': 'is looked for among the sales of the member',
  'POST /reward/contact-templates/add: ReferenceCode': 'is the code of an event or a reward',
  'POST /reward/contact-templates/update: ReferenceCode': 'is the code of an event or a reward',
  'POST /reward/contact-templates/customer/find-all: ReferenceCode': 'is the code of an event or a reward',
  'POST /reward/contact-templates/customer/find-all: TemplateId': 'templates are read by every outlet',
  'POST /task/tasks/contact: TemplateId': 'templates are read by every outlet',
  'POST /task/tasks/contact-preview: TemplateId': 'templates are read by every outlet',
  'POST /reward/contact-templates/customer/find-all: RewardReferenceCode': 'has to be one of the customer',
  'POST /reward/contact-templates/preview: RewardReferenceCode': 'has to be one of the customer',
  'POST /messages/bounces/add: EventId': 'is the number of a report',
  'POST /messages/bounces/add: MessageId': 'is told by a program of the house',
  'POST /customer/merges/add: ConfirmMembershipNo': 'repeats a number that was named',
  'POST /customer/memberships/transaction-summaries/add: InvoiceNo': 'is the number of the new sale',
  'POST /point/histories/find-all: Search.InvoiceNo': 'is looked for in the ledger of the member',
  'POST /point/explain: InvoiceNo': 'is looked for in the ledger of the member',
  'POST /point/adjustments/add: InvoiceNo': 'is a remark',
  'POST /point/adjustments/update: InvoiceNo': 'is a remark',
  'POST /reward/customer-rewards/add: MembershipNo': 'is looked for among those of the customer',
  'POST /reward/customer-rewards/add: RewardId': 'is a choice',
  'POST /reward/customer-rewards/issue: RewardId': 'is a choice',
  'POST /reward/customer-rewards/redeem: Rewards.RewardId': 'is a choice',
  'POST /reward/customer-rewards/lookup: InvoiceNo': 'is looked for among the sales of the customer',
  'POST /reward/customer-rewards/claim: InvoiceNo': 'is looked for among the sales of the customer',
  'POST /reward/customer-rewards/collect: InvoiceNo': 'is looked for among the sales of the customer',
  'POST /reward/customer-rewards/update: InvoiceNo': 'is looked for among the sales of the customer',
  'POST /point/expiry-rewards/eligible: MembershipNo': 'narrows a list of the own outlet',
}

function fieldsOf(endpoint: Endpoint): Set<string> {
  type Shape = ReturnType<typeof shapeOf>
  const walk = (shape: Shape, before: string): string[] => [
    ...Object.entries(shape.properties ?? {}).flatMap(([name, one]) => [
      before + name,
      ...walk(one, `${before}${name}.`),
    ]),
    ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])].flatMap((one) => walk(one, before)),
    ...(shape.items ? walk(shape.items, before) : []),
  ]
  return new Set(walk(shapeOf(endpoint), ''))
}
