import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { addView } from './add-view.ts'
import { chooseForList } from './choose-for-list.ts'
import { deleteView } from './delete-view.ts'
import { myLists } from './my-lists.ts'
import { updateView } from './update-view.ts'

export const viewRoutes = [
  serve(contract.myLists, myLists),
  serve(contract.addView, addView),
  serve(contract.updateView, updateView),
  serve(contract.deleteView, deleteView),
  serve(contract.chooseForList, chooseForList),
]
