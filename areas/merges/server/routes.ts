import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { getMerge } from './get-merge.ts'
import { mergeMembers } from './merge-members.ts'
import { listMerges } from './merge-rows.ts'
import { previewMerge } from './preview-merge.ts'
import { unmergeMembers } from './unmerge-members.ts'

export const mergeRoutes = [
  serve(contract.previewMerge, previewMerge),
  serve(contract.mergeMembers, mergeMembers),
  serve(contract.listMerges, listMerges),
  serve(contract.getMerge, getMerge),
  serve(contract.unmergeMembers, unmergeMembers),
]
