import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { chooseForList } from './choose-for-list.ts'
import { addView, deleteView, myLists, updateView } from './views.ts'

export const viewRoutes = [
  serve(contract.myLists, myLists),
  serve(contract.addView, addView),
  serve(contract.updateView, updateView),
  serve(contract.deleteView, deleteView),
  serve(contract.chooseForList, chooseForList),
]
