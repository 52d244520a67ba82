// Names of the contract that several parts speak of, so that a change of one is made here.

export const feeChanged = 'order.fee_changed'
