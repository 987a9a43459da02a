import { beforeAll, describe, expect, test } from 'vitest'
import * as contract from '#areas/points/contract.ts'
import { addEarningRules, cardCategory, createPointRate, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { addTransaction } from '../../contract.ts'
import { runSimulations } from './background.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const planner = staffWith({ roles: ['Point Structure', 'Point Rate'], outlet: 'HQ' })
const members: string[] = []
let StructureId = 0
let RateId = 0

const sell = (InvoiceNo: string, MembershipNo: string, amount: string, Brand: string, PerformedAt: string) =>
  app.call(
    addTransaction,
    { TransactionType: 'N', InvoiceNo, MembershipNo, PerformedAt, Details: [{ ...line(amount), Brand }] } as never,
    outletStaff,
  )

beforeAll(async () => {
  await addEarningRules(app.db)
  await createPointRate(app.db, 'Celeste', '3')
  await cardCategory(app.db, 'GOLD', { multiplier: '2' })
  for (const category of ['SILVER', 'GOLD', 'SILVER'])
    members.push((await member(app.db, { category, birthDate: null })).MembershipNo)
  const [silver, gold, basic] = members as [string, string, string]
  await sell('S1', silver, '1005', 'Aurelia', '2026-10-01T10:00:00')
  await sell('S2', gold, '1000', 'Aurelia', '2026-10-02T10:00:00')
  await sell('S3', basic, '100', 'Celeste', '2026-10-03T10:00:00')
  await sell('S4', silver, '5000', 'Aurelia', '2025-01-15T10:00:00')
  StructureId = (await app.call(contract.listPointStructures, {}, planner)).body.rows[0]!.StructureId
  RateId = (await app.call(contract.listPointRates, { Search: { Brand: 'All' } }, planner)).body.rows[0]!.RateId
})

const draftStructure = { Multiplier: '1', MinimumSpend: '0', Rounding: 'Floor' } as const

async function simulated(requested: Promise<{ body: contract.Simulation }>) {
  const { SimulationId } = (await requested).body
  await runSimulations(jobContext(app))
  return (await app.call(contract.getPointSimulation, { SimulationId }, planner)).body
}

/** Reads every row of the ledger and of the rules. */
const everything = () =>
  app.sql(`select (select jsonb_agg(h order by history_id) from point_history h) as history,
    (select jsonb_agg(d order by 1) from point_rate_detail d) as rates, (select jsonb_agg(s order by 1) from point_structure s) as structures,
    (select jsonb_agg(s order by 1) from point_structure_detail s) as details, (select jsonb_agg(b order by 1) from point_balance b) as balances`)

describe('simulation of point rules', () => {
  test('simulation of point rules: past sales are recalculated with a draft, by outlet, brand and level, with the cost difference', async () => {
    const before = await everything()
    const result = await simulated(
      app.call(contract.requestPointRateSimulation, { RateId, Amount: '10', PointRate: '2' }, planner),
    )
    expect(result).toMatchObject({
      Status: 'Completed',
      LinesDone: 6,
      LinesTotal: 6,
      Result: {
        DateFrom: '2025-11-21',
        DateTo: '2026-11-21',
        Sales: 3,
        Members: 3,
        // Before: 100 + 200 + 30. With the draft: 201 + 400 + 30, because Celeste has its own rate.
        Before: 330,
        After: 631,
        Difference: 301,
        Outlets: [{ Name: 'KLCC', Label: expect.stringMatching(/KLCC/), Difference: 301 }],
        Brands: [
          { Name: 'Aurelia', Before: 300, After: 601, Difference: 301 },
          { Name: 'Celeste', Before: 30, After: 30, Difference: 0 },
        ],
        Levels: [
          { Name: 'GOLD', Label: 'GOLD', Difference: 200 },
          { Name: 'SILVER', Before: 130, After: 231, Difference: 101 },
        ],
        Winners: [
          { MembershipNo: members[1], Before: 200, After: 400, Difference: 200 },
          { MembershipNo: members[0], Difference: 101 },
        ],
        Losers: [],
      },
    })
    expect(Number(result.Result!.ExtraLiability)).toBeCloseTo(301 * Number(result.Result!.CostPerPoint), 2)
    expect(await everything()).toEqual(before)
  })

  test('simulation of point rules: with the current rules the result equals the ledger', async () => {
    const result = await simulated(
      app.call(contract.requestPointStructureSimulation, { StructureId, ...draftStructure, Months: 36 }, planner),
    )
    const [book] = await app.sql<{ points: number }>(
      `select sum(points)::int as points from point_history where transaction_type = 'Earn'`,
    )
    expect(result.Result).toMatchObject({ Before: book!.points, After: book!.points, Difference: 0, Sales: 4 })
  })

  test('simulation of point rules: a draft structure can have a minimum spend and round half up', async () => {
    const requested = { StructureId, Multiplier: '0.5', MinimumSpend: '1000', Rounding: 'Half up' } as const
    const { Result } = await simulated(app.call(contract.requestPointStructureSimulation, requested, planner))
    // The sales earn 50 (rounded from 50.25), 100 and, below the minimum spend, 0 points.
    expect(Result).toMatchObject({
      Before: 330,
      After: 150,
      Losers: [{ MembershipNo: members[1], Difference: -100 }, {}, {}],
    })
  })

  test('simulation of point rules: returned goods are not included', async () => {
    await sell('S5', members[2]!, '700', 'Aurelia', '2026-11-01T10:00:00')
    const cancellation = { TransactionType: 'C', OriginalInvoiceNo: 'S5' } as never
    expect((await app.call(addTransaction, cancellation, hq)).status).toBe(201)
    const { Result } = await simulated(
      app.call(contract.requestPointStructureSimulation, { StructureId, ...draftStructure }, planner),
    )
    expect(Result).toMatchObject({ Sales: 3, Before: 330 })
  })

  test('simulation of point rules: fails after three runs whose server died, and stops when a user cancels it', async () => {
    const { body } = await app.call(
      contract.requestPointStructureSimulation,
      { StructureId, ...draftStructure },
      planner,
    )
    await app.sql(
      `update point_simulation set status = 'Running', attempts = 3 where simulation_id = $1`,
      body.SimulationId,
    )
    const { body: second } = await app.call(
      contract.requestPointStructureSimulation,
      { StructureId, ...draftStructure },
      planner,
    )
    expect(
      await app.call(contract.requestPointRateSimulation, { RateId, Amount: '1', PointRate: '1' }, planner),
    ).toMatchObject({
      status: 409,
      refusal: { message: 'You have 2 simulations in progress. Wait for one or cancel it' },
    })
    const cancel = () => app.call(contract.cancelPointSimulation, { SimulationId: second.SimulationId }, planner)
    expect((await cancel()).body.Status).toBe('Cancelled')
    expect(await cancel()).toMatchObject({ status: 409 })
    await runSimulations(jobContext(app))
    const { rows } = (await app.call(contract.listPointSimulations, { Search: { StructureId } }, planner)).body
    expect(rows.slice(0, 2)).toMatchObject([
      { Status: 'Cancelled', Result: null },
      { Status: 'Failed', MessageCode: 'points.simulation_stopped' },
    ])
  })

  test('simulation of point rules: a user who has only the role for structures cannot open the simulation of a rate', async () => {
    const structuresOnly = staffWith({ roles: ['Point Structure'], outlet: 'HQ' })
    const { body } = await app.call(contract.listPointSimulations, {}, structuresOnly)
    expect(new Set(body.rows.map(({ Kind }) => Kind))).toEqual(new Set(['Structure']))
    expect(
      (await app.call(contract.requestPointRateSimulation, { RateId, Amount: '1', PointRate: '1' }, structuresOnly))
        .status,
    ).toBe(403)
  })
})
