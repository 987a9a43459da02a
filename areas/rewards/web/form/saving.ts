import { call } from '#kit/web/call.ts'
import { errorText } from '#kit/web/i18n.ts'
import { addInventory } from '../../contract/inventory.ts'
import { addRewardObject, deleteRewardObject, type RewardObject } from '../../contract/reward-objects.ts'
import { getReward, updateReward } from '../../contract/rewards.ts'
import { HEAD_OFFICE_POOL_OPTION } from '../places.ts'

// A new reward is saved first; its outlets, stock groups and opening stock follow in separate requests.
// A failed request can be repeated safely: adding an object is idempotent, and opening stock has an idempotency key.

type ObjectType = RewardObject['ObjectType']

export type RewardSavingStep = { key: string; state: 'waiting' | 'done' | 'failed'; error?: string } & (
  | { act: 'name'; ObjectType: ObjectType; ObjectValue: string }
  | { act: 'withdraw'; ObjectType: ObjectType; ObjectValue: string; RewardObjectId: number }
  | { act: 'stock'; OutletCode: string | null; QtyOnHand: number; ReorderLevel: number }
  | { act: 'activate' }
)
/** Steps of saving a reward that are still to do; the navigation state passes them to the reward's page. */
export type RewardSaving = { kind: 'new' | 'changed'; steps: readonly RewardSavingStep[] }

/** One line of a reward's opening stock. */
export type StockLine = { OutletCode?: string | null; QtyOnHand?: number | null; ReorderLevel?: number | null }
/** Values of the reward form that separate requests save after the reward. */
export type SeparatelySavedValues = {
  Outlets?: string[]
  StockGroups?: string[]
  Stock?: StockLine[]
  Activate?: boolean
}

export function planRewardSavingSteps(
  { Outlets, StockGroups, Stock = [], Activate }: SeparatelySavedValues,
  before: readonly RewardObject[] = [],
): RewardSavingStep[] {
  const newStep = () => ({ key: crypto.randomUUID(), state: 'waiting' as const })
  const objects = (ObjectType: ObjectType, selected: readonly string[] | undefined): RewardSavingStep[] => {
    if (!selected) return []
    const present = before.filter((object) => object.ObjectType === ObjectType)
    const presentValues = present.map(({ ObjectValue }) => ObjectValue)
    return [
      ...selected
        .filter((value) => !presentValues.includes(value))
        .map((ObjectValue) => ({ ...newStep(), act: 'name' as const, ObjectType, ObjectValue })),
      ...present
        .filter(({ ObjectValue }) => !selected.includes(ObjectValue))
        .map(({ ObjectValue, RewardObjectId }) => ({
          ...newStep(),
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
      ...newStep(),
      act: 'stock' as const,
      OutletCode: OutletCode && OutletCode !== HEAD_OFFICE_POOL_OPTION ? OutletCode : null,
      QtyOnHand: QtyOnHand ?? 0,
      ReorderLevel: ReorderLevel ?? 0,
    })),
    ...(Activate ? [{ ...newStep(), act: 'activate' as const }] : []),
  ]
}

async function runStep(RewardId: number, step: RewardSavingStep): Promise<unknown> {
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

/** Runs the open steps of saving a reward in order; after a failed step it runs all others except the activation. */
export async function runRewardSavingSteps(
  RewardId: number,
  steps: readonly RewardSavingStep[],
  onProgress: (steps: readonly RewardSavingStep[]) => void,
): Promise<readonly RewardSavingStep[]> {
  let current = steps.map((step): RewardSavingStep => (step.state === 'failed' ? { ...step, state: 'waiting' } : step))
  const settle = (key: string, change: Pick<RewardSavingStep, 'state' | 'error'>) => {
    current = current.map((step) => (step.key === key ? { ...step, ...change } : step))
    onProgress(current)
  }
  onProgress(current)
  for (const step of current.filter(({ state }) => state === 'waiting')) {
    // Without its outlets and stock an activated reward would be available everywhere without limit.
    if (step.act === 'activate' && current.some(({ state }) => state === 'failed')) break
    try {
      await runStep(RewardId, step)
      settle(step.key, { state: 'done' })
    } catch (error) {
      settle(step.key, { state: 'failed', error: errorText(error).description })
    }
  }
  return current
}
