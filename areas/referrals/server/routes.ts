import {
  recommendFriend as recommendFriendCall,
  verifyReferrer as verifyReferrerCall,
} from '#areas/customers/contract/customers.ts'
import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { approveReferral } from './approve-referral.ts'
import { customerReferrals } from './customer-referrals.ts'
import { listReferrals } from './list-referrals.ts'
import { listReferrers } from './list-referrers.ts'
import { recommendFriend } from './recommend-friend.ts'
import { rejectReferral } from './reject-referral.ts'
import { verifyReferrer } from './verify-referrer.ts'

export const referralRoutes = [
  serve(contract.listReferrers, listReferrers),
  serve(contract.listReferrals, listReferrals),
  serve(contract.customerReferrals, customerReferrals),
  serve(contract.approveReferral, approveReferral),
  serve(contract.rejectReferral, rejectReferral),
  serve(recommendFriendCall, recommendFriend),
  serve(verifyReferrerCall, verifyReferrer),
]
