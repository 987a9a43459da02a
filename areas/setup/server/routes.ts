import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { appConfig } from './app-config.ts'
import { currentSystemTime } from './current-system-time.ts'
import { getListItems } from './get-list-items.ts'
import { getStockGroups } from './get-stock-groups.ts'
import { listProductGroups } from './list-product-groups.ts'
import { listSettings } from './list-settings.ts'

export const setupRoutes = [
  serve(contract.appConfig, appConfig),
  serve(contract.getListItems, getListItems),
  serve(contract.listProductGroups, listProductGroups),
  serve(contract.getStockGroups, getStockGroups),
  serve(contract.listSettings, listSettings),
  serve(contract.currentSystemTime, currentSystemTime),
]
