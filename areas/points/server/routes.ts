import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { addAdjustment } from './adjustments/add-adjustment.ts'
import { getAdjustment, listAdjustments } from './adjustments/adjustments.ts'
import { previewAdjustment } from './adjustments/preview-adjustment.ts'
import { deleteAdjustment } from './adjustments/undo-adjustment.ts'
import { updateAdjustment } from './adjustments/update-adjustment.ts'
import { getPointBalance, getPointStatement } from './balance.ts'
import { listPointHistory } from './list-point-history.ts'
import { redeemPoints } from './redeem-points.ts'
import { refundRedemption } from './refund-redemption.ts'
import { ruleRoutes } from './rules/routes.ts'
import { waiveArrears } from './waive-arrears.ts'

export const pointRoutes = [
  serve(contract.getPointBalance, getPointBalance),
  serve(contract.listPointHistory, listPointHistory),
  serve(contract.getPointStatement, getPointStatement),
  serve(contract.redeemPoints, redeemPoints),
  serve(contract.refundRedemption, refundRedemption),
  serve(contract.waiveArrears, waiveArrears),
  serve(contract.addAdjustment, addAdjustment),
  serve(contract.previewAdjustment, previewAdjustment),
  serve(contract.listAdjustments, listAdjustments),
  serve(contract.getAdjustment, getAdjustment),
  serve(contract.updateAdjustment, updateAdjustment),
  serve(contract.deleteAdjustment, deleteAdjustment),
  ...ruleRoutes,
]
