import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addPointRate } from '#areas/points/contract.ts'
import { addEarningRules, createPointRate, member } from '#tests/factories/sales.ts'
import { hq, useApp } from '#tests/harness.ts'
import { runSize } from '#tests/run-size.ts'
import { addTransaction } from '../contract.ts'

// Compares money and points with arbitrary-precision integers: decimals are exact and rounded only once.

const app = useApp({ at: '2026-11-21T04:00:00Z' })

beforeAll(() => addEarningRules(app.db))

let number = 0
const sell = (Details: object[], MembershipNo: string | null = null) =>
  app.call(
    addTransaction,
    { TransactionType: 'N', InvoiceNo: `ROUND${++number}`, OutletCode: 'KLCC', MembershipNo, Details } as never,
    hq,
  )
const piece = (UnitPrice: unknown, more: object = {}) => ({ Brand: 'Aurelia', UnitPrice, ...more })

describe('net amount of a line', () => {
  test.each([
    ['1.005', 1, '1.01'],
    ['0.005', 1, '0.01'],
    ['0.0049', 1, '0.00'],
    ['1.0049', 1, '1.00'],
    ['2.675', 1, '2.68'],
    ['999999.995', 1, '1000000.00'],
    ['0.3333', 3, '1.00'],
    ['0.1', 3, '0.30'],
    ['33.335', 3, '100.01'],
    ['1.115', '0.5', '0.56'],
    ['999999999.99', 1, '999999999.99'],
    ['0.0001', '0.001', '0.00'],
  ])('net amount: price %s times quantity %s is %s', async (price, Quantity, net) => {
    const { status, body } = await sell([piece(price, { Quantity })])
    expect({ status, net: body.Details[0]!.NetAmount }).toMatchObject({ status: 201 })
    const [stored] = await app.sql<{ net: string }>(
      'select net_amount::text as net from transaction_detail where transaction_id = $1',
      body.TransactionId,
    )
    expect(stored!.net).toBe(net)
  })

  test('net amount: each line is rounded once, half away from zero, for any price and quantity', async () => {
    const lines = fc.array(
      fc.record({ price: fc.integer({ min: 0, max: 10_000_000_000 }), quantity: fc.integer({ min: 1, max: 99_999 }) }),
      { minLength: 1, maxLength: 20 },
    )
    await fc.assert(
      fc.asyncProperty(lines, async (drawn) => {
        const { body } = await sell(
          drawn.map(({ price, quantity }) => piece(decimal(price, 4), { Quantity: decimal(quantity, 3) })),
        )
        const { rows } = await sql<{ Net: string }>`
          select net_amount::text as net from transaction_detail where transaction_id = ${body.TransactionId} order by sequence_no`.execute(
          app.db,
        )
        const exact = drawn.map(({ price, quantity }) => (BigInt(price) * BigInt(quantity) * 2n + 100_000n) / 200_000n)
        expect(rows.map(({ Net }) => Net)).toEqual(exact.map((cents) => decimal(Number(cents), 2)))
      }),
      { numRuns: runSize({ quick: 10, full: 30 }) },
    )
  })

  test.each([
    ['three decimals of a discount', { Discount: '1.005' }],
    ['half a cent of tax', { Tax: 0.005 }],
    ['a negative price', { UnitPrice: '-0.01' }],
    ['a negative quantity', { Quantity: '-1' }],
    ['2⁵³ + 1 as a number', { UnitPrice: 2 ** 53 + 1 }],
    ['2⁵³ + 1 as text', { UnitPrice: '9007199254740993' }],
    ['more than a column can store', { UnitPrice: '999999999999.99', Quantity: '99999999999' }],
    ['1e308', { UnitPrice: 1e308 }],
    ['Infinity as text', { UnitPrice: 'Infinity' }],
    ['NaN as text', { NetAmount: 'NaN' }],
  ])('net amount: a line with %s gets 400', async (_, more) => {
    const reply = await sell([piece('1', more)])
    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.body)).not.toMatch(/numeric|overflow|select|insert/i)
  })
})

describe('rounding of the points of a sale', () => {
  test.each([
    // Amount and points of the rate, price of the line, earned points after rounding down.
    ['10', '1', '1.005', 0],
    ['10', '1', '9.995', 1],
    ['1', '1', '0.995', 1],
    ['0.01', '1', '999999.995', 100_000_000],
    ['3', '1', '8.99', 2],
    ['3', '1', '9.00', 3],
    ['0.03', '0.01', '0.09', 0],
    ['0.03', '0.01', '3.00', 1],
    ['7', '0.7', '69.99', 6],
    ['7', '0.7', '70.00', 7],
    ['999999999.99', '0.01', '1', 0],
  ])('points: at %s spent for %s points, a price of %s earns %s points', async (Amount, PointRate, price, points) => {
    const brand = `Rate ${++number}`
    const rate = { Brand: brand, Details: [{ Amount, PointRate, EffectiveFrom: '2026-01-01' }] }
    expect((await app.call(addPointRate, rate as never, hq)).status).toBe(201)
    const { MembershipNo } = await member(app.db)
    const { body } = await sell([piece(price, { Brand: brand })], MembershipNo)
    expect(body.EarnedPoints).toBe(points)
  })

  test.each<[string[], string[], { maxPoints?: number; minimumSpend?: string }, number[]]>([
    // 350.00, 194.985 and 26.85 points add up to 571.835, of which 571 are awarded.
    [['3500.00', '1299.90', '268.50'], ['1', '1.5', '1'], {}, [350, 195, 26]],
    // The two lines add up to 544.985 points; the fraction is dropped, and the first line gets its full 350.
    [['3500.00', '1299.90'], ['1', '1.5'], {}, [350, 194]],
    // Each line has 9.9 exact points, 29.7 together.
    [['99.00', '99.00', '99.00'], ['1', '1', '1'], {}, [10, 10, 9]],
    // A cap of 100 is below the whole parts, so all lines are scaled.
    [['3500.00', '1500.00'], ['1', '1'], { maxPoints: 100 }, [70, 30]],
    // A cap equal to the whole parts removes only the fractions.
    [['105.00', '206.00'], ['1', '1'], { maxPoints: 30 }, [10, 20]],
    // Below the minimum spend no line earns.
    [['35.00', '15.00'], ['1', '1'], { minimumSpend: '100.00' }, [0, 0]],
  ])(
    'points: lines of %s at %s per 10 get the whole points of their exact shares',
    async (bases, rates, plan, expected) => {
      const { MembershipNo } = await member(app.db)
      const lines = await Promise.all(
        bases.map(async (base, index) => {
          const brand = `Own ${++number}`
          await createPointRate(app.db, brand, rates[index]!)
          return { brand, base }
        }),
      )
      await sql`update point_structure set max_points_per_invoice = ${plan.maxPoints ?? null}, minimum_spend = ${plan.minimumSpend ?? '0'}::numeric`.execute(
        app.db,
      )
      const { rows } = await sql<{ Points: number }>`
      select points from points_earning((
        select array_agg(line_to_earn(1, place::int, ${MembershipNo}, date '2026-11-21', brand, base))
        from unnest(${lines.map(({ brand }) => brand)}::text[], ${lines.map(({ base }) => base)}::numeric[])
          with ordinality lines (brand, base, place))) order by line`.execute(app.db)
      await sql`update point_structure set max_points_per_invoice = null, minimum_spend = 0`.execute(app.db)
      expect(rows.map(({ Points }) => Points)).toEqual(expected)
    },
  )

  test('points: the sum of all lines is rounded down once, and the remaining points go to the lines with the largest fractions', async () => {
    const { MembershipNo } = await member(app.db)
    const drawn = fc.record({
      amount: fc.integer({ min: 1, max: 100_000 }),
      rate: fc.integer({ min: 0, max: 10_000 }),
      bases: fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(drawn, async ({ amount, rate, bases }) => {
        const brand = `Sum ${++number}`
        await sql`with added as (insert into point_rate (brand) values (${brand}) returning rate_id)
          insert into point_rate_detail (rate_id, amount, point_rate, effective_from)
          select rate_id, ${decimal(amount, 2)}::numeric, ${decimal(rate, 2)}::numeric, '2020-01-01' from added`.execute(
          app.db,
        )
        const lines = bases.map((base) => decimal(base, 2))
        const { rows } = await sql<{ Points: string; Whole: string }>`
          select points::text as points, document_points::text as whole
          from points_earning((select array_agg(line_to_earn(1, place::int, ${MembershipNo}, date '2026-11-21', ${brand}, base))
            from unnest(${lines}::numeric[]) with ordinality lines (base, place))) order by line`.execute(app.db)
        const sum = bases.reduce((all, base) => all + BigInt(base), 0n)
        const whole = (sum * BigInt(rate)) / (BigInt(amount) * 100n)
        // Results above the maximum of a lot are returned as the maximum plus one, and storing them is refused.
        const capped = whole > 1_000_000_000n ? 1_000_000_001n : whole
        expect(rows.every((row) => BigInt(row.Whole) === capped)).toBe(true)
        expect(rows.reduce((all, { Points }) => all + BigInt(Points), 0n)).toBe(capped)
        if (whole > capped) return
        const below = BigInt(amount) * 100n
        const exactPoints = bases.map((base, line) => ({ line, exact: BigInt(base) * BigInt(rate) }))
        const over = Number(whole - exactPoints.reduce((all, { exact }) => all + exact / below, 0n))
        const byFraction = exactPoints.toSorted(
          (one, other) => Number((other.exact % below) - (one.exact % below)) || one.line - other.line,
        )
        const lucky = new Set(byFraction.slice(0, over).map(({ line }) => line))
        const expected = exactPoints.map(({ line, exact }) => exact / below + (lucky.has(line) ? 1n : 0n))
        expect(rows.map(({ Points }) => BigInt(Points))).toEqual(expected)
      }),
      { numRuns: runSize({ quick: 20, full: 60 }) },
    )
  })
})

/** Formats 12345 with 2 decimals as '123.45'. */
function decimal(units: number, places: number) {
  const digits = String(units).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
