import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { addFavourite, deleteFavourite, giveFavourite, restoreFavourite, updateFavourite } from './favourites.ts'
import { getJewelleryProfile } from './get-jewellery-profile.ts'
import { updateJewelleryProfile } from './profile.ts'
import { addRelative, deleteRelative, restoreRelative } from './relatives.ts'

export const householdRoutes = [
  serve(contract.getJewelleryProfile, getJewelleryProfile),
  serve(contract.updateJewelleryProfile, updateJewelleryProfile),
  serve(contract.addFavourite, addFavourite),
  serve(contract.updateFavourite, updateFavourite),
  serve(contract.deleteFavourite, deleteFavourite),
  serve(contract.restoreFavourite, restoreFavourite),
  serve(contract.giveFavourite, giveFavourite),
  serve(contract.addRelative, addRelative),
  serve(contract.deleteRelative, deleteRelative),
  serve(contract.restoreRelative, restoreRelative),
]
