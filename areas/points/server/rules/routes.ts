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
import { addRate, getRate, listRates, previewRate, rateRule, updateRate } from './rates.ts'
import {
  addStructure,
  deleteStructure,
  getStructure,
  listStructures,
  structureRule,
  updateStructure,
} from './structures.ts'

export const ruleRoutes = [
  serve(contract.addStructure, addStructure),
  serve(contract.addStructureDetail, (ctx, input) => structureRule.addPeriod(ctx, input)),
  serve(contract.getStructure, getStructure),
  serve(contract.listStructures, listStructures),
  serve(contract.updateStructure, updateStructure),
  serve(contract.deleteStructure, deleteStructure),
  serve(contract.restoreStructure, (ctx, { StructureId }) => structureRule.restore(ctx, StructureId)),
  serve(contract.updateStructureDetail, (ctx, input) => structureRule.updatePeriod(ctx, input)),
  serve(contract.addRate, addRate),
  serve(contract.addRateDetail, (ctx, input) => rateRule.addPeriod(ctx, input)),
  serve(contract.getRate, getRate),
  serve(contract.getRateDetails, getRateDetails),
  serve(contract.listRates, listRates),
  serve(contract.previewRate, previewRate),
  serve(contract.updateRate, updateRate),
  serve(contract.deleteRate, (ctx, { RateId }) => rateRule.remove(ctx, RateId)),
  serve(contract.restoreRate, (ctx, { RateId }) => rateRule.restore(ctx, RateId)),
  serve(contract.listRateDetails, listRateDetails),
  serve(contract.getRateDetail, getRateDetail),
  serve(contract.updateRateDetail, (ctx, input) => rateRule.updatePeriod(ctx, input)),
  serve(contract.expireRateDetail, expireRateDetail),
  serve(contract.deleteRateDetail, deleteRateDetail),
  serve(contract.restoreRateDetail, restoreRateDetail),
]
