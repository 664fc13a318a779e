C     Messages, Waitall, Alltoall, in place, Pcontrol through mpif.h.
      PROGRAM P2PF77
      IMPLICIT NONE
      INCLUDE 'mpif.h'
      INTEGER N
      PARAMETER (N = 50)
      INTEGER IERR, ME, NP, NEXT, PREV, I, BAD, ALLBAD, GOT
      INTEGER DATA(N), ROOM(N), REQ(2), STATS(MPI_STATUS_SIZE, 2)
      INTEGER STAT(MPI_STATUS_SIZE)
      INTEGER SENDS(64), RECVS(64), TOTAL
      LOGICAL FLAG
      BAD = 0
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      CALL MPI_PCONTROL(1)
      NEXT = MOD(ME + 1, NP)
      PREV = MOD(ME + NP - 1, NP)
      DO 10 I = 1, N
        DATA(I) = ME * 1000 + I
        ROOM(I) = -1
   10 CONTINUE
      CALL MPI_IRECV(ROOM, N, MPI_INTEGER, PREV, 5, MPI_COMM_WORLD,
     &               REQ(1), IERR)
      CALL MPI_ISEND(DATA, N, MPI_INTEGER, NEXT, 5, MPI_COMM_WORLD,
     &               REQ(2), IERR)
      CALL MPI_WAITALL(2, REQ, STATS, IERR)
      IF (STATS(MPI_SOURCE, 1) .NE. PREV) BAD = BAD + 1
      IF (STATS(MPI_TAG, 1) .NE. 5) BAD = BAD + 1
      CALL MPI_GET_COUNT(STATS(1, 1), MPI_INTEGER, GOT, IERR)
      IF (GOT .NE. N) BAD = BAD + 1
      IF (REQ(1) .NE. MPI_REQUEST_NULL) BAD = BAD + 1
      DO 20 I = 1, N
        IF (ROOM(I) .NE. PREV * 1000 + I) BAD = BAD + 1
   20 CONTINUE
      CALL MPI_PCONTROL(2)
      CALL MPI_IRECV(ROOM, N, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG,
     &               MPI_COMM_WORLD, REQ(1), IERR)
      CALL MPI_SEND(DATA, 3, MPI_INTEGER, NEXT, 6, MPI_COMM_WORLD, IERR)
      FLAG = .FALSE.
   30 IF (.NOT. FLAG) THEN
        CALL MPI_TEST(REQ(1), FLAG, STAT, IERR)
        GOTO 30
      ENDIF
      IF (STAT(MPI_SOURCE) .NE. PREV) BAD = BAD + 1
      CALL MPI_BARRIER(MPI_COMM_WORLD, IERR)
      DO 40 I = 1, NP
        SENDS(I) = ME * 100 + I - 1
        RECVS(I) = -1
   40 CONTINUE
      CALL MPI_ALLTOALL(SENDS, 1, MPI_INTEGER, RECVS, 1, MPI_INTEGER,
     &                  MPI_COMM_WORLD, IERR)
      CALL MPI_ALLTOALL(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, SENDS, 1,
     &                  MPI_INTEGER, MPI_COMM_WORLD, IERR)
      DO 50 I = 1, NP
        IF (RECVS(I) .NE. (I - 1) * 100 + ME) BAD = BAD + 1
        IF (SENDS(I) .NE. RECVS(I)) BAD = BAD + 1
   50 CONTINUE
      TOTAL = ME
      CALL MPI_ALLREDUCE(MPI_IN_PLACE, TOTAL, 1, MPI_INTEGER, MPI_SUM,
     &                   MPI_COMM_WORLD, IERR)
      IF (TOTAL .NE. NP * (NP - 1) / 2) BAD = BAD + 1
      CALL MPI_SENDRECV(DATA, N, MPI_INTEGER, NEXT, 7, ROOM, N,
     &                  MPI_INTEGER, PREV, 7, MPI_COMM_WORLD,
     &                  MPI_STATUS_IGNORE, IERR)
      IF (ROOM(N) .NE. PREV * 1000 + N) BAD = BAD + 1
      IF (BAD .NE. 0) WRITE (0, *) 'rank ', ME, ': ', BAD, ' are wrong'
      CALL MPI_ALLREDUCE(BAD, ALLBAD, 1, MPI_INTEGER, MPI_SUM,
     &                   MPI_COMM_WORLD, IERR)
      IF (ME .EQ. 0 .AND. ALLBAD .EQ. 0)
     &  WRITE (*, '(A,I0)') 'OK ', NP * (2 * N + 9 + 2 * NP)
      CALL MPI_FINALIZE(IERR)
      IF (ALLBAD .NE. 0) STOP 1
      END
