import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { jsonRoutes } from '#app/server/areas.ts'
import { type Privilege, privileges } from '#areas/access/roles.ts'
import { MaskedIdNo } from '#areas/customers/contract/customer-fields.ts'
import { listDowngrades } from '#areas/levels/contract/status.ts'
import { type Endpoint, read } from '#kit/contract/endpoint.ts'
import { privilegedField, readInputValueAtPath } from '#kit/contract/privilege.ts'
import { type JsonSchema, toJsonSchema } from '#kit/contract/schema.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { anonymousActor } from '#kit/server/ctx.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import { parseInput } from '#kit/server/privileges.ts'
import { replyFields } from '#kit/server/reply-fields.ts'
import { validateAndMaskReply } from '#kit/server/serve.ts'

// Covers new fields automatically: callers without the required privilege see no field that needs a privilege.

const endpoints = jsonRoutes.map(({ endpoint }) => endpoint)
const guarded = endpoints.flatMap((endpoint) =>
  [...replyFields(endpoint)].flatMap(([path, { privilege, visibleIfLookedUpBy }]) =>
    privilege === undefined ? [] : [{ endpoint, path, privilege, visibleIfLookedUpBy: visibleIfLookedUpBy ?? [] }],
  ),
)
const named = guarded.map(
  (field) => [`${field.path} of ${field.endpoint.method} ${field.endpoint.path}`, field] as const,
)
const privilegesWithout = (privilege: string) => new Set<string>(privileges.filter((one) => one !== privilege))
const withAll = new Set<string>(privileges)

/** A reply with a value in every field. */
function sampleOf({ anyOf, type, properties, items, pattern, format, minimum, ...shape }: JsonSchema): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (anyOf) return sampleOf(anyOf.find((one) => one.type !== 'null') ?? {})
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, field]) => [name, sampleOf(field)]))
  if (type === 'array') return [sampleOf(items ?? {})]
  if (type === 'integer' || type === 'number') return Math.max(1, minimum ?? 1)
  if (type === 'boolean') return true
  if (format === 'date-time') return '2026-01-31T00:00:00Z'
  if (format === 'date') return '2026-01-31'
  if (pattern?.includes('\\*')) return '***'
  return pattern?.includes('\\d') ? '12.00' : 'X'
}

const replyTo = (endpoint: Endpoint, privilegesOfCaller: ReadonlySet<string>, input: object = {}) =>
  validateAndMaskReply(
    endpoint,
    sampleOf(toJsonSchema(endpoint.reply, 'output')),
    { ...anonymousActor, privileges: privilegesOfCaller },
    input,
  )
const valueAt = (reply: unknown, path: string) =>
  path.split(/\[\]\.|\./).reduce<unknown>((value, name) => [(value as Record<string, unknown>)[name]].flat()[0], reply)

describe('fields that require a privilege', () => {
  test('privileged fields: every field that requires a privilege is listed', () => {
    // areas/reports/server/every-report.test.ts covers reports, which consist of sums.
    expect(
      named
        .map(([name]) => name)
        .filter((name) => !name.includes(' POST /reporting/'))
        .sort(),
    ).toEqual([
      'Age[].Sales of POST /dashboard/sales-by/find-one',
      'Age[].Share of POST /dashboard/sales-by/find-one',
      'Amount of POST /loyalty-watch/decide',
      'Amount of POST /loyalty-watch/find-one',
      'BasisAmount of DELETE /member/level-histories/:LevelHistoryId',
      'BasisAmount of POST /member/level-histories/add',
      'BasisAmount of POST /member/level-histories/find-one',
      'BasisAmount of PUT /member/level-histories/:LevelHistoryId',
      'BasisAmount of PUT /member/level-histories/:LevelHistoryId/approved',
      'BasisAmount of PUT /member/level-histories/:LevelHistoryId/rejected',
      'BasisAmount of PUT /member/level-histories/:LevelHistoryId/undo',
      'Contacted.Sales of POST /campaign/campaigns/outcome',
      'Control.Sales of POST /campaign/campaigns/outcome',
      'Days[].Sales of POST /dashboard/trend/find-one',
      'Days[].SalesBefore of POST /dashboard/trend/find-one',
      'Gender[].Sales of POST /dashboard/sales-by/find-one',
      'Gender[].Share of POST /dashboard/sales-by/find-one',
      'Months[].Sales of POST /dashboard/trend/find-one',
      'Months[].SalesBefore of POST /dashboard/trend/find-one',
      'Race[].Sales of POST /dashboard/sales-by/find-one',
      'Race[].Share of POST /dashboard/sales-by/find-one',
      'Sales of POST /dashboard/trend/find-one',
      'SalesAmount of POST /dashboard/my-day/find-one',
      'SalesBefore of POST /dashboard/trend/find-one',
      'rows[].Amount of POST /loyalty-watch/find-all',
      'rows[].Amount of POST /task/tasks/results',
      'rows[].BasisAmount of POST /member/level-histories/find-all',
      'rows[].ExpectedValue of POST /retention/forecasts/find-all',
      'rows[].FriendsSales of POST /customer/referrer-listing/find-all',
      'rows[].NetSales of POST /customer/lead-sources/prospects/find-all',
      'rows[].NetSales of POST /customer/lead-sources/results',
      'rows[].Sales of POST /campaign/campaigns/calendar',
      'rows[].Shortfall of POST /customer/memberships/downgrade-listing',
      'rows[].Spend of POST /customer/memberships/downgrade-listing',
      'rows[].SpendOfYear of POST /customer/customers/find-all',
    ])
    for (const { privilege } of guarded) expect(privileges).toContain(privilege as Privilege)
  })

  test.each(named)(
    '%s is empty for staff without the privilege and present for staff with the privilege',
    (_, { endpoint, path, privilege }) => {
      expect(valueAt(replyTo(endpoint, privilegesWithout(privilege)), path)).toBeNull()
      expect(valueAt(replyTo(endpoint, withAll), path)).not.toBeNull()
    },
  )

  test.each(named.filter(([, { visibleIfLookedUpBy }]) => visibleIfLookedUpBy.length > 0))(
    '%s is present for all staff if the call requests a single record',
    (_, { endpoint, path, privilege, visibleIfLookedUpBy }) => {
      for (const field of visibleIfLookedUpBy) {
        const value = valueAt(replyTo(endpoint, withAll), path.replace(/\w+$/, field))
        for (const input of [{ [field]: value }, { Search: { [field]: value } }])
          expect(valueAt(replyTo(endpoint, privilegesWithout(privilege), input), path)).not.toBeNull()
        expect(valueAt(replyTo(endpoint, privilegesWithout(privilege), { [field]: 'another' }), path)).toBeNull()
      }
    },
  )

  test('privileged fields: staff without the privilege cannot sort by privileged fields', () => {
    const orderOf = (endpoint: Endpoint, input: object, privilegesOfCaller: ReadonlySet<string>) =>
      readInputValueAtPath(parseInput(endpoint, input, { privileges: privilegesOfCaller }), 'SortOption')
    const without_ = privilegesWithout('View Sales Information')
    for (const SortOption of ['Spend', 'Shortfall']) {
      expect(orderOf(listDowngrades, { SortOption }, without_)).toBe('CycleEnd')
      expect(orderOf(listDowngrades, { SortOption }, withAll)).toBe(SortOption)
    }
    for (const { endpoint, path, privilege } of guarded) {
      const SortOption = path.split('.').at(-1)!
      if (!endpoint.body.safeParse({ SortOption }).success) continue
      expect(orderOf(endpoint, { SortOption }, privilegesWithout(privilege))).not.toBe(SortOption)
    }
  })

  test('privileged fields: staff without the privilege cannot filter by privileged fields', () => {
    for (const { endpoint, path } of guarded) {
      const field = path.split('.').at(-1)!
      const body = JSON.stringify(toJsonSchema(endpoint.body, 'input'))
      expect(body).not.toMatch(new RegExp(`"${field}(From|To)?":`))
    }
  })

  test('privileged fields: the program does not start if a required field requires a privilege', () => {
    const reply = z.strictObject({ Sums: z.record(z.string(), privilegedField('View Sales Information', z.string())) })
    const call = {
      path: '/test',
      access: 'staff',
      scope: unnamedRows('shared'),
      summary: 'x',
      body: z.object({}),
    } as const
    expect(() => replyFields(read({ ...call, reply }))).toThrow('where nothing can be hidden')
  })
})

/**
 * Amounts that every permitted caller of the call can see, reviewed one by one (docs/decisions/0055).
 * A new amount declares its privilege, or is reviewed and listed here.
 */
const looked: readonly (readonly [what: string, fields: RegExp, calls: RegExp])[] = [
  [
    'one sale or line',
    /^(NetAmount|TotalAmount|LinesAmount|ExpectedAmount|NetMoved|Discount|Tax|TradeIn|VoucherAmount|UnitPrice|Weight|(Cancelled)?Quantity|(Quantity|Amount)(Before|After))$/,
    /^\/customer\/(memberships\/)?(transaction-(summaries|details)|sales-to-check)\/|^\/till\/exchanges\//,
  ],
  [
    'one sale of the member in front of one',
    /^NetAmount$/,
    /^\/(customer\/memberships\/card|point\/explain|member\/levels\/spend)$/,
  ],
  ['one of one’s own sales of today', /^NetMoved$/, /^\/dashboard\/my-day\//],
  ['what is left of one sale for which a reward was handed over', /^AmountLeft$/, /^\/reward\/reviews\//],
  ['one sale with which a task is credited', /^Amount$/, /^\/task\/tasks\//],
  ['one sale of a friend', /^SaleAmount$/, /^\/customer\/referrals\//],
  [
    'the sale by which a member became premium',
    /^(NetAmount|BasisAmount|FirstSalesAmount)$/,
    /^\/customer\/memberships\//,
  ],
  [
    'the cycle of the member in front of one',
    /^(Spend|NextAmount|MissingTo(Stay|Next)|Returned|QualifyingAmount)$/,
    /^\/member\/levels\/(status|spend)$/,
  ],
  [
    'the member whose change of level is looked at',
    /^(Spent|Required|Missing)$/,
    /^\/member\/level-histories\/preview$/,
  ],
  [
    'a rule',
    /^((FirstSales|Accumulate|Maintain|Required|Minimum|Rate)Amount|MinimumSpend|Amount|PointRate|(\w+)?Multiplier)$/,
    /^\/(member|point|customer\/(referrals|memberships\/downgrade-listing))\b/,
  ],
  [
    'the last purchase of a customer, at the outlet of who looks',
    /^LastPurchaseAmount$/,
    /^\/customer\/customers\/find-all$/,
  ],
  [
    'the sale that is being entered',
    /^(Exact|(Earning|Rate|Qualifying)Amount|Amount|Spent|PointRate|(Structure|Level)?Multiplier|MinimumSpend|MinimumPurchase)$/,
    /^\/customer\/transaction-summaries\/normal\/preview$/,
  ],
  ['how one sale earned', /^EarningAmount$/, /^\/point\/explain$/],
  [
    'the points of one sale before they were rounded',
    /^(Exact|Limit|Rounding)$/,
    /^\/(customer\/(customers\/timeline|(memberships\/)?transaction-summaries\/)|point\/(explain|statements\/find-one)$|till\/exchanges\/)/,
  ],
  ['what the messages of a campaign cost', /^MessageCost$/, /^\/campaign\//],
  ['what points cost', /^(Value|CostPerPoint|ExtraLiability|RewardValue|VoucherValue)$/, /^\/point\//],
  ['what points that end cost, or ended', /^ExpiryValue$/, /^\/reporting\/point-(expiry|expired)-report$/],
  ['what the points and rewards of a campaign cost', /^CampaignCost$/, /^\/reporting\/campaign-target-list-report$/],
  ['one sale or voucher of the event feed', /^(NetAmount|TotalAmount|Value)$/, /^\/events$/],
  [
    'one sale, line or reward that a program copies',
    /^(TotalAmount|Discount|Tax|TradeIn|VoucherAmount|NetAmount|NetMoved|UnitPrice|Quantity|Weight|CancelledQuantity|CashTopUp|VoucherValue|MinimumSpend)$/,
    /^\/changes\/(sales|lines|rewards)$/,
  ],
  ['what vouchers are worth', /^(Voucher)?Value$/, /^\/(pronto-sync|till)\/vouchers\//],
  ['one sale, cancellation or voucher that a finding rests on', /^Amount$/, /^\/loyalty-watch\/find-one$/],
  ['the terms of a feedback form', /^MinimumPurchase$/, /^\/feedback\/feedback\//],
  [
    'the terms of campaigns, which are no sales',
    /^(Multiplier|MinimumPurchase)$/,
    /^\/(campaign\/campaigns\/|point\/explain$)/,
  ],
  [
    'what a customer sees of their own card',
    /^(Spend|MissingTo(Stay|Next)|NextAmount|Amount|VoucherValue|CashTopUp|NetAmount)$/,
    /^\/customer\/card(\/|$)/,
  ],
  ['the terms of rewards, which are no sales', /^(CashTopUp|VoucherValue|MinimumSpend|UnitCost)$/, /^\/reward\//],
]

test('every amount of sales requires a privilege, or is listed as an amount of a single sale or member', () => {
  const unknown = endpoints.flatMap((endpoint) =>
    [...replyFields(endpoint)]
      .filter(([, { money, privilege }]) => money && privilege === undefined)
      .map(([path]) => path.split('.').at(-1)!)
      .filter((field) => !looked.some(([, fields, calls]) => fields.test(field) && calls.test(endpoint.path)))
      .map((field) => `${field} of ${endpoint.path}`),
  )
  expect(unknown).toEqual([])
})

test('identity numbers are masked in every reply, except that of the audited call', () => {
  const inFull = endpoints.flatMap((endpoint) =>
    [...replyFields(endpoint)]
      .filter(([path, { masked }]) => /(^|\.)\w*Id(entity)?No$/.test(path) && !masked)
      .map(([path]) => `${path} of ${endpoint.path}`),
  )
  expect(inFull).toEqual(['IdNo of /customer/customers/reveal-identity'])
  expect(MaskedIdNo.safeParse('900101145678').success).toBe(false)
  for (const IdNo of ['900101145678', 'A1', 'Z']) expect(MaskedIdNo.safeParse(maskedIdNo(IdNo)).success).toBe(true)
})
