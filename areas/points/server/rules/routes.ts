import { serve } from '#kit/server/serve.ts'
import * as contract from '../../contract.ts'
import {
  deletePointRateDetail,
  expirePointRateDetail,
  getPointRateDetail,
  getPointRateDetails,
  listPointRateDetails,
  restorePointRateDetail,
} from './rate-details.ts'
import {
  addPointRate,
  getPointRate,
  listPointRates,
  pointRateUseCases,
  previewPointRate,
  updatePointRate,
} from './rates.ts'
import {
  addPointStructure,
  deleteStructure,
  getPointStructure,
  listPointStructures,
  pointStructureUseCases,
  updatePointStructure,
} from './structures.ts'

export const ruleRoutes = [
  serve(contract.addPointStructure, addPointStructure),
  serve(contract.addPointStructureDetail, (ctx, input) => pointStructureUseCases.addPeriod(ctx, input)),
  serve(contract.getPointStructure, getPointStructure),
  serve(contract.listPointStructures, listPointStructures),
  serve(contract.updatePointStructure, updatePointStructure),
  serve(contract.deleteStructure, deleteStructure),
  serve(contract.restoreStructure, (ctx, { StructureId }) => pointStructureUseCases.restore(ctx, StructureId)),
  serve(contract.updatePointStructureDetail, (ctx, input) => pointStructureUseCases.updatePeriod(ctx, input)),
  serve(contract.addPointRate, addPointRate),
  serve(contract.addPointRateDetail, (ctx, input) => pointRateUseCases.addPeriod(ctx, input)),
  serve(contract.getPointRate, getPointRate),
  serve(contract.getPointRateDetails, getPointRateDetails),
  serve(contract.listPointRates, listPointRates),
  serve(contract.previewPointRate, previewPointRate),
  serve(contract.updatePointRate, updatePointRate),
  serve(contract.deleteRate, (ctx, { RateId }) => pointRateUseCases.remove(ctx, RateId)),
  serve(contract.restoreRate, (ctx, { RateId }) => pointRateUseCases.restore(ctx, RateId)),
  serve(contract.listPointRateDetails, listPointRateDetails),
  serve(contract.getPointRateDetail, getPointRateDetail),
  serve(contract.updatePointRateDetail, (ctx, input) => pointRateUseCases.updatePeriod(ctx, input)),
  serve(contract.expirePointRateDetail, expirePointRateDetail),
  serve(contract.deletePointRateDetail, deletePointRateDetail),
  serve(contract.restorePointRateDetail, restorePointRateDetail),
]
