import { serve } from '#kit/server/serve.ts'
import * as first from '../contract/first-steps.ts'
import * as lists from '../contract/lists.ts'
import * as settings from '../contract/settings.ts'
import * as translations from '../contract/translations.ts'
import * as contract from '../contract.ts'
import { appConfig, currentSystemTime } from './app-config.ts'
import { dismissFirstSteps, getFirstSteps } from './first-steps.ts'
import { getStockGroups } from './get-stock-groups.ts'
import { legalText } from './legal-text.ts'
import { addListItem, getListItems, listLookupEntries, reorderList, updateListItem } from './list-items.ts'
import { listSettingChanges } from './list-setting-changes.ts'
import { productGroupRoutes } from './product-groups.ts'
import { listSettings, resetSetting, updateSetting, updateSettings } from './setting-rows.ts'
import { addTranslation, deleteTranslation, listTranslations } from './translations.ts'

export const setupRoutes = [
  ...productGroupRoutes,
  serve(contract.appConfig, appConfig),
  serve(contract.legalText, legalText),
  serve(contract.getListItems, getListItems),
  serve(contract.getStockGroups, getStockGroups),
  serve(contract.currentSystemTime, currentSystemTime),
  serve(settings.listSettings, listSettings),
  serve(settings.updateSetting, updateSetting),
  serve(settings.updateSettings, updateSettings),
  serve(settings.resetSetting, resetSetting),
  serve(settings.listSettingChanges, listSettingChanges),
  serve(lists.listLookupEntries, listLookupEntries),
  serve(lists.addListItem, addListItem),
  serve(lists.updateListItem, updateListItem),
  serve(lists.reorderList, reorderList),
  serve(first.getFirstSteps, getFirstSteps),
  serve(first.dismissFirstSteps, dismissFirstSteps),
  serve(translations.addTranslation, addTranslation),
  serve(translations.listTranslations, listTranslations),
  serve(translations.deleteTranslation, deleteTranslation),
]
