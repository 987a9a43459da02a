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
import { addCampaignContact, listCampaignContacts } from './contacts.ts'
import { addRowsToCampaign, cancelRowsAddition, getRowsAdditionStatus } from './list-rows.ts'
import { endLiveList, listLiveLists } from './live-lists.ts'
import { addCampaignObject, deleteCampaignObject, listCampaignObjects } from './objects.ts'
import { getCampaignOutcome, listCampaignCalendar } from './outcome.ts'
import { previewCampaignSend } from './preview-campaign-send.ts'
import { addCampaignSend, listCampaignSends, updateCampaignSend } from './sends.ts'
import { addCampaignTargets, deleteCampaignTarget, listCampaignTargets } from './targets.ts'

export const campaignRoutes = [
  serve(contract.listCampaigns, listCampaigns),
  serve(contract.getCampaign, getCampaign),
  serve(contract.addCampaign, addCampaign),
  serve(contract.updateCampaign, updateCampaign),
  serve(contract.deleteCampaign, deleteCampaign),
  serve(contract.restoreCampaign, restoreCampaign),
  serve(contract.listCampaignObjects, listCampaignObjects),
  serve(contract.addCampaignObject, addCampaignObject),
  serve(contract.deleteCampaignObject, deleteCampaignObject),
  serve(contract.listCampaignTargets, listCampaignTargets),
  serve(contract.addCampaignTargets, addCampaignTargets),
  serve(contract.deleteCampaignTarget, deleteCampaignTarget),
  serve(contract.addRowsToCampaign, addRowsToCampaign, 'report'),
  serve(contract.getRowsAdditionStatus, getRowsAdditionStatus),
  serve(contract.cancelRowsAddition, cancelRowsAddition),
  serve(contract.listLiveLists, listLiveLists),
  serve(contract.endLiveList, endLiveList),
  serve(contract.listCampaignSends, listCampaignSends),
  serve(contract.previewCampaignSend, previewCampaignSend, 'report'),
  serve(contract.addCampaignSend, addCampaignSend, 'report'),
  serve(contract.updateCampaignSend, updateCampaignSend),
  serve(contract.listCampaignContacts, listCampaignContacts),
  serve(contract.addCampaignContact, addCampaignContact),
  serve(contract.getCampaignOutcome, getCampaignOutcome, 'report'),
  serve(contract.listCampaignCalendar, listCampaignCalendar, 'report'),
]
