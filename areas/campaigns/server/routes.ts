import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import {
  addCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  restoreCampaign,
  updateCampaign,
} from './campaigns.ts'
import { addObject, deleteObject, listObjects } from './objects.ts'
import { addTargets, deleteTarget, listTargets } from './targets.ts'

export const campaignRoutes = [
  serve(contract.listCampaigns, listCampaigns),
  serve(contract.getCampaign, getCampaign),
  serve(contract.addCampaign, addCampaign),
  serve(contract.updateCampaign, updateCampaign),
  serve(contract.deleteCampaign, deleteCampaign),
  serve(contract.restoreCampaign, restoreCampaign),
  serve(contract.listObjects, listObjects),
  serve(contract.addObject, addObject),
  serve(contract.deleteObject, deleteObject),
  serve(contract.listTargets, listTargets),
  serve(contract.addTargets, addTargets),
  serve(contract.deleteTarget, deleteTarget),
]
