import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { award } from './award.ts'
import { explainPoints } from './explain-points.ts'
import { getBalance } from './get-balance.ts'
import { getStatement } from './get-statement.ts'
import { listHistory } from './list-history.ts'
import { addRate, addRateDetail, getRate, getRateDetails, listRates } from './rates.ts'
import { redeemPoints } from './redeem-points.ts'
import { refundRedemption } from './refund-redemption.ts'
import { addStructure, addStructureDetail, getStructure, listStructures } from './structures.ts'
import { waiveArrears } from './waive-arrears.ts'

export const pointRoutes = [
  serve(contract.getBalance, getBalance),
  serve(contract.listHistory, listHistory),
  serve(contract.getStatement, getStatement),
  serve(contract.explainPoints, explainPoints),
  serve(contract.award, award),
  serve(contract.redeemPoints, redeemPoints),
  serve(contract.refundRedemption, refundRedemption),
  serve(contract.waiveArrears, waiveArrears),
  serve(contract.addStructure, addStructure),
  serve(contract.addStructureDetail, addStructureDetail),
  serve(contract.getStructure, getStructure),
  serve(contract.listStructures, listStructures),
  serve(contract.addRate, addRate),
  serve(contract.addRateDetail, addRateDetail),
  serve(contract.getRate, getRate),
  serve(contract.getRateDetails, getRateDetails),
  serve(contract.listRates, listRates),
]
