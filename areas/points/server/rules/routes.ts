import { serve } from '#kit/server/serve.ts'
import * as contract from '../../contract.ts'
import { addRate, previewRate } from './add-rate.ts'
import { addStructure } from './add-structure.ts'
import {
  addRateDetail,
  deleteRateDetail,
  expireRateDetail,
  getRateDetail,
  getRateDetails,
  listRateDetails,
  restoreRateDetail,
  updateRateDetail,
} from './rate-details.ts'
import { deleteRate, getRate, listRates, restoreRate } from './rates.ts'
import { addStructureDetail, updateStructureDetail } from './structure-details.ts'
import { deleteStructure, getStructure, listStructures, restoreStructure } from './structures.ts'
import { updateRate } from './update-rate.ts'
import { updateStructure } from './update-structure.ts'

export const ruleRoutes = [
  serve(contract.addStructure, addStructure),
  serve(contract.addStructureDetail, addStructureDetail),
  serve(contract.getStructure, getStructure),
  serve(contract.listStructures, listStructures),
  serve(contract.updateStructure, updateStructure),
  serve(contract.deleteStructure, deleteStructure),
  serve(contract.restoreStructure, restoreStructure),
  serve(contract.updateStructureDetail, updateStructureDetail),
  serve(contract.addRate, addRate),
  serve(contract.addRateDetail, addRateDetail),
  serve(contract.getRate, getRate),
  serve(contract.getRateDetails, getRateDetails),
  serve(contract.listRates, listRates),
  serve(contract.previewRate, previewRate),
  serve(contract.updateRate, updateRate),
  serve(contract.deleteRate, deleteRate),
  serve(contract.restoreRate, restoreRate),
  serve(contract.listRateDetails, listRateDetails),
  serve(contract.getRateDetail, getRateDetail),
  serve(contract.updateRateDetail, updateRateDetail),
  serve(contract.expireRateDetail, expireRateDetail),
  serve(contract.deleteRateDetail, deleteRateDetail),
  serve(contract.restoreRateDetail, restoreRateDetail),
]
