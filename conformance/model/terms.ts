// Names of the contract that several parts use, so that a change of one is made here.

export const feeChanged = 'order.fee_changed'
