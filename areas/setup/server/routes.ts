import { serve } from '#kit/server/serve.ts'
import * as first from '../contract/first-steps.ts'
import * as lists from '../contract/lists.ts'
import * as settings from '../contract/settings.ts'
import * as translations from '../contract/translations.ts'
import * as contract from '../contract.ts'
import { appConfig } from './app-config.ts'
import { currentSystemTime } from './current-system-time.ts'
import { dismissFirstSteps, getFirstSteps } from './first-steps.ts'
import { getListItems } from './get-list-items.ts'
import { getStockGroups } from './get-stock-groups.ts'
import { listSettingChanges } from './list-setting-changes.ts'
import { listSettings } from './list-settings.ts'
import { addListItem } from './lists/add-list-item.ts'
import { listEntries } from './lists/list-entries.ts'
import { reorderList } from './lists/reorder-list.ts'
import { updateListItem } from './lists/update-list-item.ts'
import { productGroupRoutes } from './product-groups/product-groups.ts'
import { resetSetting } from './reset-setting.ts'
import { addTranslation } from './translations/add-translation.ts'
import { deleteTranslation } from './translations/delete-translation.ts'
import { listTranslations } from './translations/list-translations.ts'
import { updateSetting } from './update-setting.ts'

export const setupRoutes = [
  ...productGroupRoutes,
  serve(contract.appConfig, appConfig),
  serve(contract.getListItems, getListItems),
  serve(contract.getStockGroups, getStockGroups),
  serve(contract.currentSystemTime, currentSystemTime),
  serve(settings.listSettings, listSettings),
  serve(settings.updateSetting, updateSetting),
  serve(settings.resetSetting, resetSetting),
  serve(settings.listSettingChanges, listSettingChanges),
  serve(lists.listEntries, listEntries),
  serve(lists.addListItem, addListItem),
  serve(lists.updateListItem, updateListItem),
  serve(lists.reorderList, reorderList),
  serve(first.getFirstSteps, getFirstSteps),
  serve(first.dismissFirstSteps, dismissFirstSteps),
  serve(translations.addTranslation, addTranslation),
  serve(translations.listTranslations, listTranslations),
  serve(translations.deleteTranslation, deleteTranslation),
]
