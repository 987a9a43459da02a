import { serve } from '#kit/server/serve.ts'
import * as inventory from '../contract/inventory.ts'
import * as objects from '../contract/reward-objects.ts'
import * as rewards from '../contract/rewards.ts'
import { deactivateReward } from './deactivation.ts'
import {
  addInventory,
  countStock,
  deleteInventory,
  listInventories,
  listMovements,
  receiveStock,
  transferStock,
  updateInventory,
} from './inventory.ts'
import { addRewardObject, deleteRewardObject, listRewardObjects, updateRewardObject } from './objects.ts'
import { addReward, deleteReward, getReward, listRewards, restoreReward, updateReward } from './rewards.ts'

export const rewardRoutes = [
  serve(rewards.listRewards, listRewards),
  serve(rewards.getReward, getReward),
  serve(rewards.addReward, addReward),
  serve(rewards.updateReward, updateReward),
  serve(rewards.deactivateReward, deactivateReward),
  serve(rewards.deleteReward, deleteReward),
  serve(rewards.restoreReward, restoreReward),
  serve(objects.listRewardObjects, listRewardObjects),
  serve(objects.addRewardObject, addRewardObject),
  serve(objects.updateRewardObject, updateRewardObject),
  serve(objects.deleteRewardObject, deleteRewardObject),
  serve(inventory.listInventories, listInventories),
  serve(inventory.addInventory, addInventory),
  serve(inventory.updateInventory, updateInventory),
  serve(inventory.deleteInventory, deleteInventory),
  serve(inventory.receiveStock, receiveStock),
  serve(inventory.transferStock, transferStock),
  serve(inventory.countStock, countStock),
  serve(inventory.listMovements, listMovements),
]
