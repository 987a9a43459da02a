import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  filterText,
  Id,
  Instant,
  longText,
  optionalField,
  upperCaseFilter,
  upperCaseText,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

// Stock of rewards by outlet. Stock changes only by movements, which update the counters.

/** Stock of a reward at one outlet, or head office's stock, which serves outlets without stock of their own. */
export const RewardInventory = z.strictObject({
  InventoryId: Id,
  RewardId: Id,
  RewardCode: z.string(),
  RewardName: z.string(),
  /** Id of the outlet's building; null for head office's stock. */
  BuildingId: Id.nullable(),
  OutletCode: z.string().nullable(),
  OutletName: z.string().nullable(),
  QtyOnHand: z.int(),
  QtyReserved: z.int(),
  QtyIssued: z.int(),
  /** Quantity on hand less the reserved quantity. */
  QtyAvailable: z.int(),
  ReorderLevel: z.int(),
  /** Y: the available quantity is at or below the reorder level. */
  LowYN: YN,
  Status: z.enum(['Active', 'Deleted']),
  Version,
  UpdatedAt: Instant,
})
export type RewardInventory = z.infer<typeof RewardInventory>

export const MovementType = z.enum(['Receive', 'Reserve', 'Release', 'Issue', 'Return', 'Transfer', 'Count adjust'])
export type MovementType = z.infer<typeof MovementType>

export const RewardMovement = z.strictObject({
  MovementId: Id,
  InventoryId: Id,
  RewardCode: z.string(),
  RewardName: z.string(),
  /** Code of the outlet; null for head office's stock. */
  OutletCode: z.string().nullable(),
  MovementType,
  /** Change of the quantity on hand; like Reserved and Issued it is negative for a decrease. */
  OnHand: z.int(),
  Reserved: z.int(),
  Issued: z.int(),
  /** Id of the inventory to or from which the movement transferred items. */
  OtherInventoryId: Id.nullable(),
  OtherOutletCode: z.string().nullable(),
  /** Reference code of the customer reward for which the item was reserved or issued. */
  ReferenceCode: z.string().nullable(),
  Reason: z.string().nullable(),
  MovedBy: z.string(),
  /** Code of the outlet of the user who recorded the movement. */
  MovedOutletCode: z.string().nullable(),
  MovedAt: Instant,
})
export type RewardMovement = z.infer<typeof RewardMovement>

export const inventoryRefusals = {
  notFound: refusal(404, 'rewards.inventory_not_found', 'Record not found'),
  placeTaken: refusal(409, 'rewards.place_taken', 'The stock of this reward is already counted there'),
  deleted: refusal(409, 'rewards.inventory_deleted', 'The stock is no longer counted here'),
  notEmpty: refusal(
    409,
    'rewards.inventory_not_empty',
    'There are {QtyOnHand} of it here. Transfer them or count them to 0 first',
  ),
  noStock: refusal(409, 'rewards.no_stock', 'No stock of {Code} at {OutletCode}'),
  tooFew: refusal(409, 'rewards.too_few', 'Only {Available} of it are available here'),
  samePlace: refusal(409, 'rewards.same_place', 'Choose another place to transfer to'),
  belowReserved: refusal(
    409,
    'rewards.below_reserved',
    '{Reserved} of it are reserved for members. Cancel or transfer those first',
  ),
  limitReached: refusal(409, 'rewards.limit_reached', 'Reward {Code} is limited to {Limit}, which are all given'),
  countedAlready: refusal(409, 'rewards.nothing_changed', 'Nothing changes: {QtyOnHand} are on hand'),
}

const role = 'Rewards'
const about = ['reward stock', 'reward'] as const
const reason = longText(300)
const quantity = z.int('Enter a whole number').min(1, 'Must be at least 1').max(1_000_000)
const ReorderLevel = z.int('Enter a whole number').min(0, 'Must not be negative').max(1_000_000)
const byId = z.strictObject({ InventoryId: Id })
/** Outlet staff can change the stock of their own outlet; head office can also change its own stock. */
const inventoryScope = namedRows(row('reward stock', 'InventoryId', 'own outlet'))

export const listInventories = read({
  path: '/reward/inventories/find-all',
  access: 'staff',
  scope: unnamedRows('shared', row('reward', 'Search.RewardId', 'everyone')),
  about,
  summary: 'Lists stock of each reward at all outlets',
  body: pageQuery(
    {
      RewardId: Id,
      RewardCode: upperCaseFilter,
      Name: filterText,
      OutletCode: upperCaseFilter,
      /** Y: the available quantity is at or below the reorder level. */
      LowYN: YN,
      Status: RewardInventory.shape.Status,
    },
    { rows: 20, sort: ['RewardCode', 'OutletCode', 'QtyAvailable', 'QtyOnHand', 'UpdatedAt'] },
  ),
  reply: pageReply(RewardInventory),
})

export const addInventory = change({
  path: '/reward/inventories/add',
  access: { role },
  scope: unnamedRows('HQ', row('reward', 'RewardId', 'everyone')),
  about,
  summary: 'Adds an inventory of a reward at an outlet or in the head office pool; refused if there is one',
  status: 201,
  idempotent: true,
  ignored: ignoreFields('A new inventory is Active', 'Status'),
  body: z.strictObject({
    RewardId: Id,
    /** Code of the outlet; by default head office’s stock. */
    OutletCode: optionalField(upperCaseText(20)),
    QtyOnHand: z.int('Enter a whole number').min(0).max(1_000_000).default(0),
    ReorderLevel: ReorderLevel.default(0),
  }),
  reply: RewardInventory,
})

export const updateInventory = change({
  path: '/reward/inventories/update',
  access: { role },
  scope: inventoryScope,
  about,
  summary: 'Changes the reorder level of an inventory; its stock changes by movements only',
  ignored: {
    ...ignoreFields('An inventory stays with its reward', 'RewardId'),
    ...ignoreFields('An inventory is deleted by a call of its own', 'Status'),
  },
  body: z.strictObject({ InventoryId: Id, Version: Version.optional(), ReorderLevel }),
  reply: RewardInventory,
})

export const deleteInventory = change({
  path: '/reward/inventories/delete',
  access: { role },
  scope: unnamedRows('HQ', row('reward stock', 'InventoryId', 'everyone')),
  about,
  summary: 'Deletes an empty inventory',
  body: byId,
  reply: RewardInventory,
})

export const receiveStock = change({
  path: '/reward/inventories/receive',
  access: { role },
  scope: inventoryScope,
  about,
  summary: 'Records a receipt of stock',
  idempotent: true,
  body: z.strictObject({ InventoryId: Id, Quantity: quantity, Reason: optionalField(reason) }),
  reply: RewardInventory,
})

export const transferStock = change({
  path: '/reward/inventories/transfer',
  access: { role },
  scope: inventoryScope,
  about,
  summary: 'Transfers available stock to another inventory',
  idempotent: true,
  body: z.strictObject({
    InventoryId: Id,
    /** Code of the target outlet; by default head office’s stock; an inventory is created there if none exists. */
    ToOutletCode: optionalField(upperCaseText(20)),
    Quantity: quantity,
    Reason: optionalField(reason),
  }),
  reply: z.strictObject({ From: RewardInventory, To: RewardInventory }),
})

export const countStock = change({
  path: '/reward/inventories/count',
  access: { role },
  scope: inventoryScope,
  about,
  summary: 'Sets the stock to the counted quantity, with a reason for the difference',
  idempotent: true,
  body: z.strictObject({
    InventoryId: Id,
    Counted: z.int('Enter a whole number').min(0, 'Must not be negative').max(1_000_000),
    Reason: reason,
  }),
  reply: RewardInventory,
})

export const listMovements = read({
  path: '/reward/inventories/movements/find-all',
  access: { role: [role, 'Collect Rewards', 'Claim Rewards', 'Redeem Rewards'] },
  scope: unnamedRows('own outlet', row('reward stock', 'Search.InventoryId', 'own outlet')),
  about: ['reward stock'],
  summary: 'Lists stock movements of the caller’s outlet (HQ: all), newest first',
  body: pageQuery(
    {
      InventoryId: Id,
      RewardId: Id,
      OutletCode: upperCaseFilter,
      MovementType,
      ReferenceCode: upperCaseFilter,
      MovedFrom: DateOnly,
      MovedTo: DateOnly,
    },
    { rows: 20, sort: ['MovedAt', 'MovementId'], direction: 'DESC' },
  ),
  reply: pageReply(RewardMovement),
})
