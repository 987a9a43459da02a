import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  Decimal,
  Id,
  Instant,
  MoneyFromZero,
  optionalField,
  PersonName,
  Points,
  PointsAmount,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { PointRate, PositiveAmount } from './rates.ts'
import { Multiplier } from './structures.ts'

// RULE SIMULATOR: recalculates the points of past sales with a draft rule and writes nothing to the ledger.

export const simulationRefusals = {
  notFound: refusal(404, 'points.simulation_not_found', 'Record not found'),
  ended: refusal(409, 'points.simulation_ended', 'This simulation has already ended'),
  busy: refusal(409, 'points.simulation_busy', 'You have {Count} simulations in progress. Wait for one or cancel it'),
  stopped: refusal(409, 'points.simulation_stopped', 'The simulation was interrupted. Start it again'),
}

/** Maximum number of simulations that one account can run at the same time. */
export const CONCURRENT_SIMULATIONS_MAX = 2

/** Points by the stored rule, points by the draft, and their difference. */
const Difference = { Before: Points, After: Points, Difference: Points }

const Group = z.strictObject({
  /** Code of the group; null for the group of sales or members without a value. */
  Name: z.string().nullable(),
  /** Display name of the group. */
  Label: z.string().nullable().default(null),
  ...Difference,
})
export type SimulatedGroup = z.infer<typeof Group>
const Member = z.strictObject({
  MembershipNo: z.string(),
  /** Name of the customer; null if the caller's role may not see customers. */
  CustomerName: z.string().nullable().default(null),
  CardCategoryCode: z.string().nullable(),
  CardCategoryName: z.string().nullable().default(null),
  ...Difference,
})
export type SimulatedMember = z.infer<typeof Member>

export const SimulationResult = z.strictObject({
  DateFrom: z.string(),
  DateTo: z.string(),
  Sales: z.int(),
  Lines: z.int(),
  Members: z.int(),
  ...Difference,
  CostPerPoint: Decimal,
  /** Cost of the additional points if members redeem all of them; negative if the draft gives fewer points. */
  ExtraLiability: Decimal,
  Outlets: z.array(Group),
  Brands: z.array(Group),
  Levels: z.array(Group),
  Winners: z.array(Member),
  Losers: z.array(Member),
})
export type SimulationResult = z.infer<typeof SimulationResult>

const StructureDraft = z.strictObject({
  Multiplier,
  MinimumSpend: MoneyFromZero,
  MaxPointsPerInvoice: optionalField(PointsAmount),
  Rounding: z.enum(['Floor', 'Half up']),
})
const RateDraft = z.strictObject({ Amount: PositiveAmount, PointRate })

export const Simulation = z.strictObject({
  SimulationId: Id,
  Kind: z.enum(['Structure', 'Rate']),
  StructureId: Id.nullable(),
  RateId: Id.nullable(),
  Months: z.int(),
  Draft: z.union([StructureDraft, RateDraft]),
  Status: z.enum(['Queued', 'Running', 'Completed', 'Failed', 'Cancelled']),
  LinesDone: z.int(),
  LinesTotal: z.int().nullable(),
  Result: SimulationResult.nullable(),
  Message: z.string().nullable(),
  MessageCode: z.string().nullable(),
  CreatedBy: PersonName,
  CreatedAt: Instant,
  EndedAt: Instant.nullable(),
})
export type Simulation = z.infer<typeof Simulation>

const Months = z.int().min(1).max(36).default(12)

export const requestPointStructureSimulation = change({
  path: '/point/simulations/structures/add',
  access: { role: 'Point Structure' },
  scope: namedRows(row('structure', 'StructureId', 'everyone')),
  about: ['simulation'],
  summary: 'Simulates the points of past months’ sales with a draft structure',
  status: 201,
  body: StructureDraft.extend({ StructureId: Id, Months }),
  reply: Simulation,
})

export const requestPointRateSimulation = change({
  path: '/point/simulations/rates/add',
  access: { role: 'Point Rate' },
  scope: namedRows(row('rate', 'RateId', 'everyone')),
  about: ['simulation'],
  summary: 'Simulates the points of past months’ sales with a draft rate',
  status: 201,
  body: RateDraft.extend({ RateId: Id, Months }),
  reply: Simulation,
})

const either = { role: ['Point Structure', 'Point Rate'] } as const

export const getPointSimulation = read({
  path: '/point/simulations/find-one',
  access: either,
  scope: namedRows(row('simulation', 'SimulationId', 'everyone')),
  summary: 'Returns the progress of a simulation, and its result',
  body: z.strictObject({ SimulationId: Id }),
  reply: Simulation,
})

export const listPointSimulations = read({
  path: '/point/simulations/find-all',
  access: either,
  scope: unnamedRows('shared'),
  about: ['simulation'],
  summary: 'Lists simulations of a structure or a rate, the latest first',
  body: pageQuery({ StructureId: Id, RateId: Id }, { rows: 20, sort: ['SimulationId'], direction: 'DESC' }),
  reply: pageReply(Simulation),
})

export const cancelPointSimulation = change({
  path: '/point/simulations/cancel',
  access: either,
  scope: namedRows(row('simulation', 'SimulationId', 'everyone')),
  summary: 'Cancels a simulation that has no result yet',
  body: z.strictObject({ SimulationId: Id }),
  reply: Simulation,
})
