import { call } from '#kit/web/call.ts'
import { errorText } from '#kit/web/i18n.ts'
import { addInventory } from '../../contract/inventory.ts'
import { addRewardObject, deleteRewardObject, type RewardObject } from '../../contract/reward-objects.ts'
import { getReward, updateReward } from '../../contract/rewards.ts'
import { POOL } from '../places.ts'

// A reward is saved first; what it is valid at and what lies where follow, each by its own call. A step that failed can be tried
// again without doing any other a second time: naming a place finds what was named, and stock is sent with the key of its step.

type ObjectType = RewardObject['ObjectType']

export type Step = { key: string; state: 'waiting' | 'done' | 'failed'; error?: string } & (
  | { act: 'name'; ObjectType: ObjectType; ObjectValue: string }
  | { act: 'withdraw'; ObjectType: ObjectType; ObjectValue: string; RewardObjectId: number }
  | { act: 'stock'; OutletCode: string | null; QtyOnHand: number; ReorderLevel: number }
  | { act: 'activate' }
)
/** What remains of a save, as the page of the reward is given it. */
export type Saving = { made: 'new' | 'changed'; steps: readonly Step[] }

/** One line of the first stock. */
export type StockLine = { OutletCode?: string | null; QtyOnHand?: number | null; ReorderLevel?: number | null }
/** What the form asks beside the fields of the reward. */
export type Extras = { Outlets?: string[]; StockGroups?: string[]; Stock?: StockLine[]; Activate?: boolean }

export function stepsOf(
  { Outlets, StockGroups, Stock = [], Activate }: Extras,
  before: readonly RewardObject[] = [],
): Step[] {
  const start = () => ({ key: crypto.randomUUID(), state: 'waiting' as const })
  const objects = (ObjectType: ObjectType, chosen: readonly string[] | undefined): Step[] => {
    if (!chosen) return []
    const present = before.filter((object) => object.ObjectType === ObjectType)
    const named = present.map(({ ObjectValue }) => ObjectValue)
    return [
      ...chosen
        .filter((value) => !named.includes(value))
        .map((ObjectValue) => ({ ...start(), act: 'name' as const, ObjectType, ObjectValue })),
      ...present
        .filter(({ ObjectValue }) => !chosen.includes(ObjectValue))
        .map(({ ObjectValue, RewardObjectId }) => ({
          ...start(),
          act: 'withdraw' as const,
          ObjectType,
          ObjectValue,
          RewardObjectId,
        })),
    ]
  }
  return [
    ...objects('Building', Outlets),
    ...objects('ProntoStockGroup', StockGroups),
    ...Stock.map(({ OutletCode, QtyOnHand, ReorderLevel }) => ({
      ...start(),
      act: 'stock' as const,
      OutletCode: OutletCode && OutletCode !== POOL ? OutletCode : null,
      QtyOnHand: QtyOnHand ?? 0,
      ReorderLevel: ReorderLevel ?? 0,
    })),
    ...(Activate ? [{ ...start(), act: 'activate' as const }] : []),
  ]
}

async function run(RewardId: number, step: Step): Promise<unknown> {
  if (step.act === 'activate') {
    const { Status, Version } = await call(getReward, { RewardId })
    return Status === 'Active' || call(updateReward, { RewardId, Version, Status: 'Active' })
  }
  if (step.act === 'withdraw') return call(deleteRewardObject, { RewardObjectId: step.RewardObjectId })
  if (step.act === 'name') {
    const { ObjectType, ObjectValue } = step
    return call(addRewardObject, { RewardId, ObjectType, ObjectValue })
  }
  const { OutletCode, QtyOnHand, ReorderLevel } = step
  return call(
    addInventory,
    { RewardId, QtyOnHand, ReorderLevel, ...(OutletCode && { OutletCode }) },
    { idempotencyKey: step.key },
  )
}

/** Goes through what is not done, one after the other; a failed step keeps none behind it from being tried but the last, the offer. */
export async function runSteps(
  RewardId: number,
  steps: readonly Step[],
  show: (steps: readonly Step[]) => void,
): Promise<readonly Step[]> {
  let present = steps.map((step): Step => (step.state === 'failed' ? { ...step, state: 'waiting' } : step))
  const settle = (key: string, change: Pick<Step, 'state' | 'error'>) => {
    present = present.map((step) => (step.key === key ? { ...step, ...change } : step))
    show(present)
  }
  show(present)
  for (const step of present.filter(({ state }) => state === 'waiting')) {
    // Without its outlets and stock it would be given everywhere and without end.
    if (step.act === 'activate' && present.some(({ state }) => state === 'failed')) break
    try {
      await run(RewardId, step)
      settle(step.key, { state: 'done' })
    } catch (error) {
      settle(step.key, { state: 'failed', error: errorText(error).description })
    }
  }
  return present
}
