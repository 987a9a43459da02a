import { serve } from '#kit/server/serve.ts'
import * as contract from '../../contract.ts'
import {
  deleteRateDetail,
  expireRateDetail,
  getRateDetail,
  getRateDetails,
  listRateDetails,
  restoreRateDetail,
} from './rate-details.ts'
import { addRate, getRate, listRates, pointRateUseCases, previewRate, updateRate } from './rates.ts'
import {
  addStructure,
  deleteStructure,
  getStructure,
  listStructures,
  pointStructureUseCases,
  updateStructure,
} from './structures.ts'

export const ruleRoutes = [
  serve(contract.addStructure, addStructure),
  serve(contract.addStructureDetail, (ctx, input) => pointStructureUseCases.addPeriod(ctx, input)),
  serve(contract.getStructure, getStructure),
  serve(contract.listStructures, listStructures),
  serve(contract.updateStructure, updateStructure),
  serve(contract.deleteStructure, deleteStructure),
  serve(contract.restoreStructure, (ctx, { StructureId }) => pointStructureUseCases.restore(ctx, StructureId)),
  serve(contract.updateStructureDetail, (ctx, input) => pointStructureUseCases.updatePeriod(ctx, input)),
  serve(contract.addRate, addRate),
  serve(contract.addRateDetail, (ctx, input) => pointRateUseCases.addPeriod(ctx, input)),
  serve(contract.getRate, getRate),
  serve(contract.getRateDetails, getRateDetails),
  serve(contract.listRates, listRates),
  serve(contract.previewRate, previewRate),
  serve(contract.updateRate, updateRate),
  serve(contract.deleteRate, (ctx, { RateId }) => pointRateUseCases.remove(ctx, RateId)),
  serve(contract.restoreRate, (ctx, { RateId }) => pointRateUseCases.restore(ctx, RateId)),
  serve(contract.listRateDetails, listRateDetails),
  serve(contract.getRateDetail, getRateDetail),
  serve(contract.updateRateDetail, (ctx, input) => pointRateUseCases.updatePeriod(ctx, input)),
  serve(contract.expireRateDetail, expireRateDetail),
  serve(contract.deleteRateDetail, deleteRateDetail),
  serve(contract.restoreRateDetail, restoreRateDetail),
]
