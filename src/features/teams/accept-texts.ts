// UI copy of /accept-invitation.
export const acceptTexts = {
  title: 'Team invitation',
  loading: 'Loading your invitation...',
  invalid: {
    title: 'Invalid Invitation',
    detail: 'This invitation link is invalid or has expired. Please ask for a new invitation.',
  },
  failed: {
    title: 'Invitation failed',
    description: 'Unable to accept the invitation. It may have expired or already been used.',
  },
  unavailable: {
    title: 'The invitation could not be loaded',
    detail: 'Your invitation is safe. Check your connection and try again.',
    tryAgain: 'Try again',
  },
  needsAuth: {
    title: 'Sign In Required',
    member: (name: string) => `${name} invites you to join their team.`,
    manager: (name: string) => `${name} invites you to be their manager.`,
    address: (masked: string) =>
      `The invitation was sent to ${masked}. Sign in to the account with this address, or create one.`,
    visible: (name: string) =>
      `Once you accept, ${name} sees the entries that you share with them, your goals, and your shoutouts to them, from then on. Nothing from before.`,
    signIn: 'Sign in',
    signUp: 'Create an account',
  },
  success: {
    title: 'Successfully Joined Team!',
    toast: 'Success!',
    alreadyConnected: 'Already Connected!',
    /** If the manager has no name. */
    theTeam: 'the team',
    member: (name: string) => `You are now on ${name}'s team.`,
    memberOfTheTeam: 'You are now a member of the team.',
    manager: (name: string) => `You are now ${name}'s manager.`,
    memberSees: (name: string, time: string) =>
      `${name} sees the entries that you share with them, your goals, and your shoutouts to them, from ${time}. Nothing from before.`,
    managerSees: (name: string, time: string) =>
      `You see the entries that ${name} shares with you, their goals, and their shoutouts to you, from ${time}. The Team plan shows them in MY TEAM.`,
    dashboard: 'Go to Dashboard',
    plan: 'See the Team plan',
  },
  left: {
    title: 'You left the team',
    detail: (name: string) => `${name} no longer sees your logbook.`,
  },
  removed: {
    title: 'Team member removed',
    detail: (name: string) => `You no longer see what ${name} shares with you.`,
  },
  own: {
    title: 'This is your own invitation',
    detail: 'Only the person you invited can accept it, using the link in their email.',
    again: 'You can send the email again or withdraw the invitation from your dashboard.',
  },
  another: {
    title: 'Sent to another address',
    detail: (masked: string, own: string) =>
      `This invitation was sent to ${masked}. You are signed in as ${own}.`,
    detailWithoutAddress: 'This invitation was sent to an address that is not yours.',
    addAddress:
      'If that address is also yours, add it under Manage Emails in the settings, then open the link in the email again.',
    switchAccount: 'Use another account',
    settings: 'Go to settings',
  },
} as const;
