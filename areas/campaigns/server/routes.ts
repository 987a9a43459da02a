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
import { addContact, listContacts } from './contacts.ts'
import { additionStatus, addRows, cancelAddition } from './list-rows.ts'
import { endLiveList, listLiveLists } from './live-lists.ts'
import { addObject, deleteObject, listObjects } from './objects.ts'
import { getOutcome, listCalendar } from './outcome.ts'
import { previewSend } from './preview-send.ts'
import { addSend, listSends, updateSend } from './sends.ts'
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
  serve(contract.addRows, addRows, 'report'),
  serve(contract.additionStatus, additionStatus),
  serve(contract.cancelAddition, cancelAddition),
  serve(contract.listLiveLists, listLiveLists),
  serve(contract.endLiveList, endLiveList),
  serve(contract.listSends, listSends),
  serve(contract.previewSend, previewSend, 'report'),
  serve(contract.addSend, addSend, 'report'),
  serve(contract.updateSend, updateSend),
  serve(contract.listContacts, listContacts),
  serve(contract.addContact, addContact),
  serve(contract.getOutcome, getOutcome, 'report'),
  serve(contract.listCalendar, listCalendar, 'report'),
]
