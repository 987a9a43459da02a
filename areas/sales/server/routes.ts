import * as points from '#areas/points/contract.ts'
import { serve } from '#kit/server/serve.ts'
import { recentSales as recent } from '../contract/recent-sales.ts'
import * as contract from '../contract.ts'
import { addDetail } from './add-detail.ts'
import { addTransaction } from './add-transaction.ts'
import { assignSale } from './assign-sale.ts'
import { award } from './award.ts'
import { confirmSale, listCheckedSales } from './checked-sales.ts'
import { explainPoints } from './explain-points.ts'
import { createGetDetail } from './get-detail.ts'
import { createGetTransaction } from './get-transaction.ts'
import { listDetails } from './list-details.ts'
import { listTransactions } from './list-transactions.ts'
import { previewCancel } from './preview-cancel.ts'
import { previewSale } from './preview-sale.ts'
import { recentSales } from './recent-sales.ts'
import { confirmSaleLine, listSalesToCheck, mapSaleLine, previewSaleLine } from './sales-to-check.ts'
import { simulateRate, simulateStructure } from './simulation/request-simulation.ts'
import { cancelSimulation, getSimulation, listSimulations } from './simulation/simulations.ts'
import { unassignSale } from './unassign-sale.ts'
import { updateDetail } from './update-detail.ts'
import { createUpdateTransaction } from './update-transaction.ts'

/** Routes of this area for endpoints that the area `points` declares. */
export const pointRoutes = [
  serve(points.explainPoints, explainPoints),
  serve(points.simulateRate, simulateRate),
  serve(points.simulateStructure, simulateStructure),
  serve(points.getSimulation, getSimulation),
  serve(points.listSimulations, listSimulations),
  serve(points.cancelSimulation, cancelSimulation),
]

export const salesRoutes = [
  serve(contract.addTransaction, addTransaction),
  serve(contract.listTransactions, listTransactions),
  serve(contract.getSale, createGetTransaction('N')),
  serve(contract.getCancel, createGetTransaction('C')),
  serve(contract.updateSale, createUpdateTransaction('N')),
  serve(contract.updateCancel, createUpdateTransaction('C')),
  serve(contract.previewCancel, previewCancel),
  serve(contract.previewSale, previewSale),
  serve(recent, recentSales),
  serve(contract.assignSale, assignSale),
  serve(contract.unassignSale, unassignSale),
  serve(points.award, award),
  ...pointRoutes,
  serve(contract.addDetail, addDetail),
  serve(contract.listDetails, listDetails),
  serve(contract.getSaleDetail, createGetDetail('N')),
  serve(contract.getCancelDetail, createGetDetail('C')),
  serve(contract.updateDetail, updateDetail),
  serve(contract.listSalesToCheck, listSalesToCheck),
  serve(contract.previewSaleLine, previewSaleLine),
  serve(contract.mapSaleLine, mapSaleLine),
  serve(contract.confirmSaleLine, confirmSaleLine),
  serve(contract.listSaleHeadChecks, listCheckedSales),
  serve(contract.confirmSale, confirmSale),
]
