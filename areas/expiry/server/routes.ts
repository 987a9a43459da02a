import { serve } from '#kit/server/serve.ts'
import * as expiries from '../contract/expiries.ts'
import * as liability from '../contract/liability.ts'
import * as proof from '../contract/proof.ts'
import { getExpiries } from './get-expiries.ts'
import { askForProof, getProof, listDifferences } from './get-proof.ts'
import { getLiability, listLiabilityMonths } from './liability.ts'
import { listExpiries } from './list-expiries.ts'
import { listExpiryGroups } from './list-expiry-groups.ts'

export const expiryRoutes = [
  serve(expiries.listExpiryGroups, listExpiryGroups),
  serve(expiries.listExpiries, listExpiries),
  serve(expiries.getExpiries, getExpiries),
  serve(proof.getProof, getProof),
  serve(proof.listDifferences, listDifferences),
  serve(proof.askForProof, askForProof),
  serve(liability.getLiability, getLiability),
  serve(liability.listLiabilityMonths, listLiabilityMonths),
]
