import * as points from '#areas/points/contract.ts'
import { serve } from '#kit/server/serve.ts'
import { recentSales as recent } from '../contract/recent-sales.ts'
import * as contract from '../contract.ts'
import { addTransaction } from './add-transaction.ts'
import { addTransactionDetail } from './add-transaction-detail.ts'
import { assignSale } from './assign-sale.ts'
import { awardSalePoints } from './award-sale-points.ts'
import { confirmSale, listCheckedSales } from './checked-sales.ts'
import { explainPoints } from './explain-points.ts'
import { createGetDetail } from './get-detail.ts'
import { createGetTransaction } from './get-transaction.ts'
import { listTransactionDetails } from './list-transaction-details.ts'
import { listTransactions } from './list-transactions.ts'
import { previewCancellation } from './preview-cancellation.ts'
import { previewSale } from './preview-sale.ts'
import { recentSales } from './recent-sales.ts'
import { confirmSaleLine, listSalesToCheck, mapSaleLine, previewSaleLine } from './sales-to-check.ts'
import { requestPointRateSimulation, requestPointStructureSimulation } from './simulation/request-simulation.ts'
import { cancelPointSimulation, getPointSimulation, listPointSimulations } from './simulation/simulations.ts'
import { unassignSale } from './unassign-sale.ts'
import { createUpdateTransaction } from './update-transaction.ts'
import { updateTransactionDetail } from './update-transaction-detail.ts'

/** Routes of this area for endpoints that the area `points` declares. */
export const pointRoutes = [
  serve(points.explainPoints, explainPoints),
  serve(points.requestPointRateSimulation, requestPointRateSimulation),
  serve(points.requestPointStructureSimulation, requestPointStructureSimulation),
  serve(points.getPointSimulation, getPointSimulation),
  serve(points.listPointSimulations, listPointSimulations),
  serve(points.cancelPointSimulation, cancelPointSimulation),
]

export const salesRoutes = [
  serve(contract.addTransaction, addTransaction),
  serve(contract.listTransactions, listTransactions),
  serve(contract.getSale, createGetTransaction('N')),
  serve(contract.getCancellation, createGetTransaction('C')),
  serve(contract.updateSale, createUpdateTransaction('N')),
  serve(contract.updateCancel, createUpdateTransaction('C')),
  serve(contract.previewCancellation, previewCancellation),
  serve(contract.previewSale, previewSale),
  serve(recent, recentSales),
  serve(contract.assignSale, assignSale),
  serve(contract.unassignSale, unassignSale),
  serve(points.awardSalePoints, awardSalePoints),
  ...pointRoutes,
  serve(contract.addTransactionDetail, addTransactionDetail),
  serve(contract.listTransactionDetails, listTransactionDetails),
  serve(contract.getSaleDetail, createGetDetail('N')),
  serve(contract.getCancellationDetail, createGetDetail('C')),
  serve(contract.updateTransactionDetail, updateTransactionDetail),
  serve(contract.listSalesToCheck, listSalesToCheck),
  serve(contract.previewSaleLine, previewSaleLine),
  serve(contract.mapSaleLine, mapSaleLine),
  serve(contract.confirmSaleLine, confirmSaleLine),
  serve(contract.listSaleHeadChecks, listCheckedSales),
  serve(contract.confirmSale, confirmSale),
]
