// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const requestLimits = {
  /** The name of the visitor. */
  name: 100,
  message: 1000,
  /** Requests a day from one network about one vouch. */
  perVisitor: 3,
  /** Requests a day from one network about all vouches. */
  perNetwork: 20,
  /** Requests a day about one vouch, from all networks. */
  perVouch: 10,
  /** Hours within which the same request of a visitor is stored once. */
  hoursOfOneRequest: 24,
  page: 30,
  pageMax: 100,
} as const;
