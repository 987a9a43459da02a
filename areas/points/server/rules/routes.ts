import { serve } from '#kit/server/serve.ts'
import * as contract from '../../contract.ts'
import { addRate } from './add-rate.ts'
import { addRateDetail } from './add-rate-detail.ts'
import { addStructure } from './add-structure.ts'
import { addStructureDetail } from './add-structure-detail.ts'
import { deleteRate } from './delete-rate.ts'
import { deleteRateDetail } from './delete-rate-detail.ts'
import { deleteStructure } from './delete-structure.ts'
import { expireRateDetail } from './expire-rate-detail.ts'
import { getRate } from './get-rate.ts'
import { getRateDetail } from './get-rate-detail.ts'
import { getRateDetails } from './get-rate-details.ts'
import { getStructure } from './get-structure.ts'
import { listRateDetails } from './list-rate-details.ts'
import { listRates } from './list-rates.ts'
import { listStructures } from './list-structures.ts'
import { previewRate } from './preview-rate.ts'
import { restoreRate } from './restore-rate.ts'
import { restoreRateDetail } from './restore-rate-detail.ts'
import { restoreStructure } from './restore-structure.ts'
import { cancelSimulation } from './simulation/cancel-simulation.ts'
import { getSimulation } from './simulation/get-simulation.ts'
import { listSimulations } from './simulation/list-simulations.ts'
import { simulateRate } from './simulation/simulate-rate.ts'
import { simulateStructure } from './simulation/simulate-structure.ts'
import { updateRate } from './update-rate.ts'
import { updateRateDetail } from './update-rate-detail.ts'
import { updateStructure } from './update-structure.ts'
import { updateStructureDetail } from './update-structure-detail.ts'

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
  serve(contract.cancelSimulation, cancelSimulation),
  serve(contract.getSimulation, getSimulation),
  serve(contract.listSimulations, listSimulations),
  serve(contract.simulateRate, simulateRate),
  serve(contract.simulateStructure, simulateStructure),
]
